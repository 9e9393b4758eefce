import { type OperatorRole, roleTitles } from '../../../domain/accounts/roles.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { type AnyPerson, type PersonsPlace } from '../../../operations/accounts/all-people.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { AuditEntryShown } from '../../../operations/audit/find-entries.ts';
import { alert } from '../../parts/alert.ts';
import { entryInWords, whoOf } from '../../parts/audit-words.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { homePaths, officesAt } from '../../parts/places.ts';
import { count, momentInWords, shortDate } from '../../parts/words.ts';
import { allPeopleAt, factorsInWords, personStandingWords } from './view.ts';

type PersonView = {
  person: SignedIn;
  role: OperatorRole;
  shown: AnyPerson;
  /** Changes of her access, the newest first. */
  entries: AuditEntryShown[];
  now: Date;
  done?: Markup | undefined;
  fault?: string;
};

/** A person of the panel: her roles, how she signs in, and what an operator can do about her access. */
export function personHtml({ person, role, shown, entries, done, fault }: PersonView): string {
  const { name, email, places, sessions, signedInAt, lastSeenAt, createdAt } = shown;
  const isSelf = shown.id === person.personId;
  return framedPage({
    title: name,
    here: 'contas',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${allPeopleAt}">Todas as pessoas</a></nav>
      <div class="head"><h1>${name}</h1></div>
      <p class="to breaks">${email}${isSelf ? ' (você)' : ''}</p>
      ${done} ${alert(fault)}
      <dl class="facts framed">
        ${fact('Situação', personStandingWords[shown.standing])}
        ${fact('Última entrada', signedInAt ? momentInWords(signedInAt) : 'Não consta')}
        ${fact('Vista por último', lastSeenAt ? momentInWords(lastSeenAt) : 'Não está conectada')}
        ${fact('Navegadores em que está', count(sessions))} ${fact('Segundo fator', factorsInWords(shown))}
        ${fact('No painel desde', shortDate(createdAt))}
      </dl>
      <section aria-labelledby="acessos">
        <h2 id="acessos">Onde, e o que pode</h2>
        ${
          places.length === 0
            ? html`<p class="soft">Nenhum acesso. Quem administra uma empresa ou um escritório a convida.</p>`
            : html`<ul class="plain-list">
                ${places.map(placeItem)}
              </ul>`
        }
      </section>
      ${may(role, 'lockPerson') && !isSelf ? acts(shown) : undefined}
      ${isSelf ? html`<p><a href="/conta">Minha conta</a></p>` : undefined} ${history(entries)}`,
  });
}

function placeItem({ kind, taxId, name, role }: PersonsPlace): Markup {
  const at = {
    COMPANY: `${homePaths.INSTALLATION()}/${taxId ?? ''}`,
    OFFICE: `${officesAt}/${taxId ?? ''}`,
    INSTALLATION: '/o/pessoas',
  };
  return html`<li>
    <span class="of-key"
      ><a href="${at[kind]}">${name ?? 'Instalação'}</a>
      <small>${taxId === null ? '' : `${taxIdMask(taxId)} · `}${roleTitles[role]}</small></span
    >
  </li>`;
}

type Act = { path: string; title: string; words: string; button: string };

function acts(shown: AnyPerson): Markup {
  const { id, standing, sessions, hasTotp, passkeys } = shown;
  const isLocked = standing === 'LOCKED';
  const offered: (Act | false)[] = [
    isLocked && {
      path: 'desbloquear',
      title: 'Desbloquear',
      words: 'Entra de novo com a senha e o segundo fator que tinha.',
      button: 'Desbloquear agora',
    },
    sessions > 0 && {
      path: 'encerrar-sessoes',
      title: 'Encerrar as sessões',
      words: 'Sai de todos os navegadores em que está, e pode entrar de novo.',
      button: 'Encerrar agora',
    },
    (hasTotp || passkeys > 0) && {
      path: 'retirar-segundo-fator',
      title: 'Retirar o segundo fator',
      words:
        'Para quem perdeu o celular ou a chave. Confirme por outro caminho que é ela: depois disto, basta a senha para entrar.',
      button: 'Retirar agora',
    },
    {
      path: 'link',
      title: 'Dar um link para outra senha',
      words: `A senha e o segundo fator deixam de valer, e ela sai de todos os navegadores${isLocked ? '; também desbloqueia' : ''}. O link aparece uma vez, para você entregar.`,
      button: 'Dar o link',
    },
    !isLocked && {
      path: 'bloquear',
      title: 'Bloquear',
      words: 'Sai de todos os navegadores e não entra mais, em empresa alguma. O que ela fez fica como está.',
      button: 'Bloquear agora',
    },
  ];
  return html`<section aria-labelledby="fazer">
    <h2 id="fazer">O que fazer</h2>
    <ul class="plain-list">
      ${offered
        .filter((act) => act !== false)
        .map(
          ({ path, title, words, button }) =>
            html`<li>
              <span class="of-key"><b>${title}</b><small>${words}</small></span>
              <form method="post" action="${allPeopleAt}/${id}/${path}">
                <button class="button quiet">${button}</button>
              </form>
            </li>`,
        )}
    </ul>
  </section>`;
}

function history(entries: AuditEntryShown[]): Markup | undefined {
  if (entries.length === 0) return undefined;
  return html`<section aria-labelledby="historico">
    <h2 id="historico">O que foi feito com o acesso</h2>
    <ul class="plain-list">
      ${entries.map(
        (entry) =>
          html`<li>
            <span class="of-key"
              ><b>${whoOf(entry)}</b> ${entryInWords(entry)}
              <small>${momentInWords(entry.at)}${entry.company ? ` · ${entry.company.name}` : ''}</small></span
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The link with which somebody chooses another password; it can be shown only once. */
export function linkHtml(told: { person: SignedIn; name: string; email: string; link: string; at: string }): string {
  const { person, name, email, link, at } = told;
  return framedPage({
    title: 'Entregue este link',
    here: 'contas',
    person,
    body: html`<div class="head"><h1>Entregue este link</h1></div>
      <p>
        Mande-o a <b>${name}</b> (${email}) por um caminho em que você confia, depois de ter certeza de que é ela: ele
        vale uma vez, por sete dias, e não será mostrado de novo.
      </p>
      <p class="notice"><code class="secret">${link}</code></p>
      <p><a class="button" href="${at}">Já copiei</a></p>`,
  });
}
