import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Environment } from '../../../domain/companies/settings.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import {
  type ContingencyObstacle,
  type ContingencyType,
  contingencyTypes,
  switchOf,
} from '../../../operations/contingency/by-hand.ts';
import type { AuthorityState } from '../../../operations/contingency/authorities.ts';
import type { ContingencyNow } from '../../../operations/contingency/show.ts';
import { type Field, fieldHtml, faultSummary, type FormState } from '../../forms/fields.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { agoInWords, whenInWords } from '../../parts/moments.ts';
import { standingWords } from '../../parts/standing-words.ts';
import { count } from '../../parts/words.ts';
import { authoritiesAt, companyTitle } from './view.ts';

type OfCompany = { person: SignedIn; company: Pick<Company, 'taxId' | 'name'>; environment: Environment };

export type ContingencyView = OfCompany & {
  state: ContingencyNow;
  /** What keeps each type from entering contingency now; null when nothing does. */
  obstacles: Record<ContingencyType, ContingencyObstacle | null>;
  now: Date;
  done?: Markup | undefined;
};

/** A company's contingencies: its settings, those that were entered by hand, and the notes that are still to be transmitted. */
export function contingencyHtml(view: ContingencyView): string {
  const { person, company, state, environment, now, done } = view;
  return framedPage({
    title: `Contingência de ${company.name}`,
    here: 'autoridades',
    person,
    body: html`<p class="trail"><a href="${authoritiesAt}">‹ Autoridades</a></p>
      <div class="head"><h1>Contingência</h1></div>
      <p class="to">${companyTitle(company)} ${environmentMark(environment)}</p>
      ${done} ${contingencyTypes.map((type) => ofType(view, type))}
      <section aria-labelledby="autorizadores">
        <h2 id="autorizadores">Quem autoriza as notas dela</h2>
        ${
          state.authorities.length === 0
            ? html`<p>Ninguém: a empresa não tem ajustes fiscais.</p>`
            : html`<ul class="plain-list">
                ${state.authorities.map((authority) => authorityRow(authority, now))}
              </ul>`
        }
      </section>
      <p><a href="/e/${company.taxId}/notas">Ver as notas da empresa</a></p>`,
  });
}

function environmentMark(environment: Environment): Markup {
  return environment === 'PRODUCTION'
    ? html`<span class="soft">em produção</span>`
    : html`<b class="trial-word">homologação</b>`;
}

const switches = {
  AUTOMATIC: (seconds: number) => `Automática, depois de ${seconds} s sem resposta da autoridade.`,
  MANUAL: () => 'Só quando uma pessoa a declara.',
  OFF: () => 'Desligada nos ajustes da empresa.',
} as const;

function ofType(view: ContingencyView, type: ContingencyType): Markup {
  const { person, company, environment, state, now } = view;
  const { title } = traitsOf[type];
  const entry = state.entered.find((each) => each.type === type);
  const late = state.toTransmit.find((each) => each.type === type);
  const id = type.toLowerCase();
  const mayAct = person.operator !== null && may(person.operator, 'contingencyEntry');
  const act = (path: string, words: string) =>
    html`<p class="acts">
      <a
        class="button quiet"
        href="${authoritiesAt}/${company.taxId}/${path}?tipo=${id}&ambiente=${environment.toLowerCase()}"
        >${words}</a
      >
    </p>`;
  const field = switchOf(type);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${
      entry
        ? html`<p class="notice" data-kind="wait">
            <b>Em contingência</b> por decisão de uma pessoa, ${agoInWords(entry.enteredAt, now)}: ${entry.reason}
          </p>`
        : html`<p>${switches[state.settings[field]](state.settings.afterSeconds[field])}</p>`
    }
    ${
      late
        ? html`<p>
            ${late.count === 1 ? 'Uma nota saiu' : `${count(late.count)} notas saíram`} em contingência e ainda não
            ${late.count === 1 ? 'foi transmitida' : 'foram transmitidas'}, a mais antiga
            ${agoInWords(late.oldestSince, now)}${late.transmitBy ? `; o prazo da próxima acaba ${whenInWords(late.transmitBy, now)}` : ''}.
          </p>`
        : undefined
    }
    ${
      !mayAct
        ? undefined
        : entry
          ? act('sair', `Sair da contingência de ${title}…`)
          : view.obstacles[type] === null
            ? act('entrar', `Entrar em contingência de ${title}…`)
            : html`<p class="soft">${obstacleWords[view.obstacles[type]]}</p>`
    }
  </section>`;
}

const obstacleWords: Record<ContingencyObstacle, string> = {
  UNCONFIGURED: 'A empresa não tem ajustes fiscais: não emite notas.',
  SWITCHED_OFF: 'Para entrar, ligue-a antes nos ajustes da empresa, em Contingência.',
  REFUSED_OFFLINE: 'O estado dela recusa NFC-e em contingência: elas esperam o serviço voltar.',
  NO_SUBSTITUTE: 'Ninguém substitui a autoridade dela: as NF-e esperam o serviço voltar.',
};

function authorityRow({ type, authorizer, isSvc, standing, since, reason }: AuthorityState, now: Date): Markup {
  const name = `${traitsOf[type].title}: ${authorizer}${isSvc ? ', que a substitui' : ''}`;
  return html`<li>
    <span
      ><b>${name}</b
      >${standing !== null && standing !== 'OPEN' ? html`<small>${reason ?? undefined}</small>` : undefined}</span
    >
    <span
      >${standing === null || since === null ? 'nada deu errado até hoje' : `${standingWords[standing]} ${agoInWords(since, now)}`}</span
    >
  </li>`;
}

export const reasonField: Field = {
  name: 'reason',
  label: 'Por quê',
  kind: 'area',
  most: 256,
  isRequired: true,
  hint: 'Vai impresso em cada nota, de 15 a 256 letras: diga o que parou, e desde quando.',
};

export type ContingencyActView = OfCompany & {
  type: ContingencyType;
  /** How many notes wait for the authority now. */
  waiting: number;
  state: FormState;
};

/** Asks before a contingency is entered, and says what happens to notes. */
export function enterHtml({ person, company, environment, type, waiting, state }: ContingencyActView): string {
  const { title } = traitsOf[type];
  return actPage({ person, company, environment }, `Entrar em contingência de ${title}`, {
    path: 'entrar',
    button: 'Entrar em contingência',
    type,
    inside: html`${faultSummary([{ title: '', fields: [reasonField] }], state)}
      <ul class="bullets">
        ${
          type === 'NFCE'
            ? html`<li>As NFC-e saem na hora, impressas como emitidas em contingência, sem esperar pela autoridade.</li>
                <li>Elas são transmitidas quando alguém sair da contingência. A lei dá um prazo curto para isso.</li>`
            : html`<li>
                  As NF-e vão à SEFAZ de contingência do estado ou, onde não há, saem com um aviso prévio (EPEC).
                </li>
                <li>As do aviso prévio são transmitidas quando alguém sair da contingência.</li>`
        }
        <li>${waitingWords(waiting)}</li>
        <li>Vale até alguém sair, ainda que o serviço volte antes.</li>
      </ul>`,
    field: fieldHtml(reasonField, state),
  });
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return 'Nenhuma nota espera pela autoridade agora.';
  return waiting === 1
    ? 'A nota que espera pela autoridade agora é avisada, e sai em contingência se ainda puder.'
    : `As ${count(waiting)} notas que esperam pela autoridade agora são avisadas, e saem em contingência se ainda puderem.`;
}

/** Asks before a contingency is left. */
export function leaveHtml({ person, company, environment, type, waiting, state }: ContingencyActView): string {
  const { title } = traitsOf[type];
  return actPage({ person, company, environment }, `Sair da contingência de ${title}`, {
    path: 'sair',
    button: 'Sair da contingência',
    type,
    inside: html`${faultSummary([], state)}
      <ul class="bullets">
        <li>As próximas notas vão de novo à autoridade.</li>
        <li>O que já saiu em contingência fica como está, e é transmitido logo: não há o que emitir de novo.</li>
        <li>
          ${waiting === 0 ? 'Nenhuma nota espera agora.' : `${waiting === 1 ? 'Uma nota espera agora, e é avisada' : `${count(waiting)} notas esperam agora, e são avisadas`}.`}
        </li>
      </ul>`,
  });
}

type ActParts = { path: string; button: string; type: ContingencyType; inside: Markup; field?: Markup };

function actPage({ person, company, environment }: OfCompany, title: string, act: ActParts): string {
  const back = `${authoritiesAt}/${company.taxId}`;
  return framedPage({
    title,
    here: 'autoridades',
    person,
    body: html`<p class="trail"><a href="${back}">‹ Contingência de ${company.name}</a></p>
      <div class="head"><h1>${title}</h1></div>
      <p class="to">${companyTitle(company)} ${environmentMark(environment)}</p>
      ${act.inside}
      <form class="stack" method="post" action="${back}/${act.path}">
        <input type="hidden" name="tipo" value="${act.type.toLowerCase()}" />
        <input type="hidden" name="ambiente" value="${environment.toLowerCase()}" />
        ${act.field}
        <div class="actions">
          <button class="button">${act.button}</button>
          <a class="quiet-link" href="${back}">Deixar como está</a>
        </div>
      </form>`,
  });
}
