import type { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { rowIdField } from '../../forms/row-id.ts';
import { type Field, type FieldGroup, fieldGroups, type FormState } from '../../forms/fields.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { scopesInWords } from '../../parts/scope-words.ts';
import { aboutLong, shortDate } from '../../parts/words.ts';
import { companyKeyWords, type KeyWords } from './places.ts';

type View = {
  person: SignedIn;
  /** `/e/{cnpj}` or `/c/{cnpj}` */
  base: string;
  words: KeyWords;
};

type KeysView = View & {
  keys: ApiKey[];
  uses: ReadonlyMap<string, Date>;
  now: Date;
  done?: Markup | undefined;
  fault?: string;
};

/** The keys of a company or an office, the valid ones first. */
export function keysHtml({ person, base, words, keys, uses, now, done, fault }: KeysView): string {
  const [working, ended] = [keys.filter((key) => !endOf(key, now)), keys.filter((key) => endOf(key, now))];
  const list = (some: ApiKey[]): Markup =>
    html`<ul class="plain-list">
      ${some.map((key) => row({ base, words }, key, { usedAt: uses.get(key.id) ?? null, now }))}
    </ul>`;
  return framedPage({
    title: 'Chaves',
    here: 'chaves',
    person,
    body: html`<div class="head">
        <h1>Chaves</h1>
        <a class="button" href="${base}/chaves/nova">Criar uma chave</a>
      </div>
      ${done} ${alert(fault)}
      <p>${words.about}</p>
      ${
        working.length === 0
          ? html`<div class="empty">
              <h2>Nenhuma chave em uso</h2>
              <p>Crie uma para cada sistema, e ela é mostrada uma vez.</p>
            </div>`
          : list(working)
      }
      ${
        ended.length === 0
          ? undefined
          : html`<section aria-labelledby="encerradas">
              <h2 id="encerradas">Já não valem</h2>
              ${list(ended)}
            </section>`
      }`,
  });
}

/** Why a key no longer works; null while it does. */
function endOf({ revokedAt, expiresAt }: ApiKey, now: Date): string | null {
  if (revokedAt) return `Revogada em ${shortDate(revokedAt)}`;
  return expiresAt && expiresAt <= now ? `Venceu em ${shortDate(expiresAt)}` : null;
}

type Use = { usedAt: Date | null; now: Date };

function useInWords({ usedAt, now }: Use): string {
  return usedAt ? `usada há ${aboutLong(Math.max(0, now.getTime() - usedAt.getTime()))}` : 'nunca usada';
}

function row({ base, words }: Pick<View, 'base' | 'words'>, key: ApiKey, use: Use): Markup {
  const { id, name, hint, scopes, createdAt, expiresAt } = key;
  const end = endOf(key, use.now);
  const until = expiresAt ? `vale até ${shortDate(new Date(expiresAt.getTime() - 1))}` : 'não vence';
  return html`<li>
    <span class="of-key"
      ><b>${name}</b> <code>${hint}</code>
      <small>${end ?? `Ativa, ${until}`} · ${useInWords(use)} · criada em ${shortDate(createdAt)}</small>
      <small>${scopesInWords(scopes, words.scopes)}</small></span
    >
    ${end ? undefined : html`<a class="button quiet" href="${base}/chaves/${id}/revogar">Revogar…</a>`}
  </li>`;
}

const about: Field[] = [
  {
    name: 'nome',
    label: 'Para que serve',
    isRequired: true,
    most: 100,
    hint: 'O nome do sistema, como aparece nesta lista e no histórico: "Loja virtual".',
  },
  {
    name: 'validade',
    label: 'Vale até o dia',
    kind: 'date',
    isShort: true,
    hint: 'Inclusive, no horário de Brasília. Sem data, vale até ser revogada.',
  },
];
const groupsOf = ({ scopes }: KeyWords): FieldGroup[] => [{ title: 'A chave', fields: about }, ...scopes.groups];

/** The fields of a new key. */
export function keyFieldsOf(words: KeyWords): Field[] {
  return groupsOf(words).flatMap(({ fields }) => fields);
}

/** The form of a new key. @param view.id the id that the new row gets, so that a form that is sent twice creates one key */
export function newKeyHtml({ person, base, words, id, state }: View & { id: string; state: FormState }): string {
  return framedPage({
    title: 'Nova chave',
    here: 'chaves',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/chaves">Chaves</a></nav>
      <div class="head"><h1>Nova chave</h1></div>
      <p>${words.always}</p>
      <form method="post" action="${base}/chaves/nova">
        ${rowIdField(id)} ${fieldGroups(groupsOf(words), state)}
        <div class="actions">
          <button class="button">Criar e mostrar a chave</button>
          <a class="quiet-link" href="${base}/chaves">Desistir</a>
        </div>
      </form>`,
  });
}

type Shown = View & { apiUrl: string; key: ApiKey; secret: string };

/** A new key: the only page that ever shows its secret. */
export function shownKeyHtml({ person, base, words, apiUrl, key, secret }: Shown): string {
  return framedPage({
    title: 'A chave foi criada',
    here: 'chaves',
    person,
    body: html`<div class="head"><h1>A chave “${key.name}” foi criada</h1></div>
      ${keyAndFirstCall({ apiUrl, secret, words })}
      <p class="actions"><a class="button" href="${base}/chaves">Já guardei a chave</a></p>`,
  });
}

/** The secret, and a first call with it, to be copied whole. */
export function keyAndFirstCall(told: { apiUrl: string; secret: string; words?: KeyWords }): Markup {
  const { apiUrl, secret, words = companyKeyWords } = told;
  const { path, shows } = words.firstCall;
  return html`<p class="notice" data-kind="wait">
      Copie a chave agora e guarde-a onde o seu sistema a lê. Ela não é mostrada de novo: guardamos só o bastante para
      reconhecê-la.
    </p>
    <h2>Chave</h2>
    <pre class="copied">${secret}</pre>
    <h2>Primeira chamada</h2>
    <p>${shows}</p>
    <pre class="copied">curl "${apiUrl}${path}" -H "Authorization: Bearer ${secret}"</pre>`;
}

/** Asks before a key is revoked, and says what stops working. */
export function revocationHtml(view: View & { key: ApiKey } & Use): string {
  const { person, base, words, key, usedAt, now } = view;
  const { id, name, hint, scopes } = key;
  return framedPage({
    title: 'Revogar a chave',
    here: 'chaves',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/chaves">Chaves</a></nav>
      <div class="head"><h1>Revogar a chave “${name}”?</h1></div>
      <p>
        O sistema que a usa (<code>${hint}</code>, ${useInWords({ usedAt, now })}) é recusado desde o próximo pedido, e
        deixa de: ${scopesInWords(scopes, words.scopes).toLowerCase()}. Os links de exportação que ela criou param de
        abrir.
      </p>
      <p>O que já foi pedido com ela segue até o fim. Uma chave revogada não volta: para isso se cria outra.</p>
      <form method="post" action="${base}/chaves/${id}/revogar" class="actions">
        <button class="button">Revogar a chave</button>
        <a class="quiet-link" href="${base}/chaves">Deixar como está</a>
      </form>`,
  });
}
