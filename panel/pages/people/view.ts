import { type PersonRole, roleTitles } from '../../../domain/accounts/roles.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { PersonWithAccess } from '../../../operations/accounts/access.ts';
import type { OpenPersonInvitation } from '../../../operations/accounts/invitations.ts';
import { ownersRoles, type PeopleOwner } from '../../../operations/accounts/people-owner.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { option } from '../../parts/option.ts';
import { momentInWords } from '../../parts/words.ts';

/** Whose people an operator looks at: the name, and the entry of her menu. */
export type PeopleOf = { here: 'empresas' | 'escritorios'; name: string };

type People = {
  kind: PeopleOwner['kind'];
  /** Absent when the person is one of them. */
  of?: PeopleOf | undefined;
  done?: Markup | undefined;
  /** The base of these people's pages. */
  base: string;
  people: PersonWithAccess[];
  invitations: OpenPersonInvitation[];
  fault?: string;
  /** The invitation that was refused. */
  asked?: { email: string; role: PersonRole };
};

/** What each role may do, for people who choose one. */
const roleWords: Record<PersonRole, string> = {
  COMPANY_ADMIN: 'faz tudo, e decide quem tem acesso',
  COMPANY_ISSUER: 'emite, cancela e cuida dos cadastros',
  COMPANY_READER: 'só vê, e não muda nada',
  OFFICE_ADMIN: 'faz tudo, e decide quem tem acesso a que empresas',
  OFFICE_CLERK: 'cuida de toda a carteira, ou das empresas que lhe couberem',
  OFFICE_READER: 'só vê, e não muda nada',
  OPERATOR: 'opera tudo, e decide quem mais opera',
  OPERATOR_READER: 'só vê, e não muda nada',
};

/** The people with access, the open invitations, and the form that invites. */
export function peopleHtml(person: SignedIn, view: People): string {
  const { kind, base, of, people, invitations, done, fault, asked } = view;
  // An owner without people needs an administrator first.
  const role = asked?.role ?? (people.length === 0 ? ownersRoles[kind][0] : undefined);
  return framedPage({
    title: of ? `Pessoas de ${of.name}` : 'Pessoas',
    here: of?.here ?? 'pessoas',
    person,
    body: html`${trail(view)}
      <div class="head"><h1>Pessoas</h1></div>
      ${done} ${alert(fault)}
      <section aria-labelledby="acesso">
        <h2 id="acesso">Quem tem acesso</h2>
        ${
          people.length === 0
            ? html`<p class="soft">Ninguém ainda.</p>`
            : html`<ul class="plain-list">
                ${people.map((each) => personItem(view, each, each.id === person.personId))}
              </ul>`
        }
      </section>
      ${invitations.length === 0 ? undefined : invitationSection(base, invitations)}
      <section aria-labelledby="convidar">
        <h2 id="convidar">Convidar alguém</h2>
        <p class="soft">Quem você convida recebe um link que vale uma vez, por sete dias. Até aceitar, não vê nada.</p>
        <form class="stack narrow" method="post" action="${base}/pessoas/convidar">
          <label class="field"
            ><span>E-mail</span>
            <input type="email" name="email" value="${asked?.email ?? ''}" autocomplete="off" required maxlength="254"
          /></label>
          ${roleField(kind, role)}
          <button class="button">Convidar</button>
        </form>
      </section>`,
  });
}

function trail({ base, of }: Pick<People, 'base' | 'of'>): Markup | undefined {
  return of && html`<nav class="trail" aria-label="Onde você está"><a href="${base}">${of.name}</a></nav>`;
}

function personItem(
  { kind, base, of }: Pick<People, 'kind' | 'base' | 'of'>,
  { id, name, email, role, lastSeenAt, isIn }: PersonWithAccess,
  isSelf: boolean,
): Markup {
  const seen = lastSeenAt ? `vista em ${momentInWords(lastSeenAt)}` : 'não está conectada';
  return html`<li>
    <span
      ><b>${name}</b>${isSelf ? ' (você)' : ''}
      <small>${email}</small>
      <small>${roleTitles[role]} · ${isIn ? seen : 'ainda não pode entrar'}</small></span
    >
    ${role === 'OFFICE_CLERK' && !of ? html`<a class="button quiet" href="${base}/pessoas/${id}/carteira">Empresas…<span class="unseen"> de ${name}</span></a>` : undefined}
    <details class="change">
      <summary class="button quiet">Mudar…<span class="unseen"> o acesso de ${name}</span></summary>
      <form class="stack" method="post" action="${base}/pessoas/${id}/papel">
        ${roleField(kind, role)}
        <button class="button">Guardar o papel</button>
      </form>
      <form method="post" action="${base}/pessoas/${id}/encerrar">
        <button class="button quiet">Encerrar o acesso agora</button>
      </form>
    </details>
  </li>`;
}

function roleField(kind: People['kind'], asked?: PersonRole): Markup {
  const roles: readonly PersonRole[] = ownersRoles[kind];
  const chosen = asked ?? roles.at(-1);
  return html`<label class="field"
    ><span>Papel</span>
    <select name="papel">
      ${roles.map((role) => option(role, `${roleTitles[role]}: ${roleWords[role]}`, role === chosen))}
    </select></label
  >`;
}

function invitationSection(base: string, invitations: OpenPersonInvitation[]): Markup {
  return html`<section aria-labelledby="convites">
    <h2 id="convites">Convites sem resposta</h2>
    <ul class="plain-list">
      ${invitations.map(
        ({ id, email, role, expiresAt, mail }) =>
          html`<li>
            <span
              ><b>${email}</b>
              <small>${roleTitles[role]} · vale até ${momentInWords(expiresAt)}</small>
              <small>${mailInWords(mail)}</small></span
            >
            <form method="post" action="${base}/convites/${id}/retirar">
              <button class="button quiet">Retirar<span class="unseen"> o convite de ${email}</span></button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

function mailInWords(mail: OpenPersonInvitation['mail']): string {
  if (!mail) return 'Você entregou o link';
  switch (mail.mailStatus) {
    case 'SENT':
      return 'E-mail enviado';
    case 'PENDING':
      return mail.mailError ? `E-mail ainda não enviado: ${mail.mailError}` : 'O e-mail está a caminho';
    case 'FAILED':
    case 'OVER':
      return `O e-mail não foi: ${mail.mailError ?? 'o convite acabou antes'}. Confira o endereço e convide de novo.`;
  }
}

/** The link of an invitation that is not sent by mail; it can be shown only once. */
export function invitedHtml(
  person: SignedIn,
  told: Pick<People, 'base' | 'of'> & { email: string; link: string },
): string {
  const { base, of, email, link } = told;
  return framedPage({
    title: 'Convite',
    here: of?.here ?? 'pessoas',
    person,
    body: html`${trail(told)}
      <div class="head"><h1>Entregue este link</h1></div>
      <p>
        Esta instalação não envia e-mails. Mande este link a <b>${email}</b> por um caminho em que você confia: ele vale
        uma vez, por sete dias, e não será mostrado de novo.
      </p>
      <p class="notice"><code class="secret">${link}</code></p>
      <p><a class="button" href="${base}/pessoas">Já copiei</a></p>`,
  });
}
