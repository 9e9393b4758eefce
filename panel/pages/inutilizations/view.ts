import type { SeriesNumbers } from '../../../domain/closings/summary.ts';
import { type Model, traitsOf, typeOfModel } from '../../../domain/document-types.ts';
import type { DocumentStatus } from '../../../domain/documents/document.entity.ts';
import type { Inutilization, inutilizationStatuses } from '../../../domain/documents/inutilization.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { explainOwnRefusal, explainRejection } from '../../../domain/rejections/explain.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { proposedRange } from '../../parts/give-up.ts';
import { moreOf } from '../../parts/refusals.ts';
import { mark } from '../../parts/states.ts';
import { count, dateInWords, momentInWords, waitInWords } from '../../parts/words.ts';

export const inutilizationFields: readonly Field[] = [
  {
    name: 'model',
    label: 'Documento',
    kind: 'choice',
    choices: [
      ['55', 'NF-e'],
      ['65', 'NFC-e'],
    ],
    isRequired: true,
    isShort: true,
  },
  { name: 'series', label: 'Série', kind: 'whole', isRequired: true, isShort: true },
  { name: 'startNumber', label: 'Do número', kind: 'whole', isRequired: true, isShort: true },
  { name: 'endNumber', label: 'Até o número', kind: 'whole', isRequired: true, isShort: true },
  {
    name: 'justification',
    label: 'Por que os números ficaram sem uso',
    kind: 'area',
    isRequired: true,
    most: 255,
    hint: 'De 15 a 255 letras. O texto vai para a SEFAZ.',
  },
];

/** The numbers of a month, and the deadline for giving up missing ones. */
export type MonthNumbers = { month: string; until: string; series: SeriesNumbers[] };

export type InutilizationsView = {
  person: SignedIn;
  base: string;
  mayAsk: boolean;
  /** Whether the company issues with a CPF: its numbers cannot be given up (rejection 266). */
  isPerson: boolean;
  /** Whether the company issues trial notes: gaps are looked for among notes that count. */
  isTrial: boolean;
  months: MonthNumbers[];
  ranges: Inutilization[];
  total: number;
  page: number;
  pageSize: number;
  state: FormState;
  done?: Markup | undefined;
  refusal?: Markup | undefined;
};

/** Numbers that no note will have: gaps with the form that gives them up, and the ranges that were given up. */
export function inutilizationsHtml(view: InutilizationsView): string {
  const { person, mayAsk, isPerson, done, refusal } = view;
  return framedPage({
    title: 'Inutilizações',
    here: 'inutilizacoes',
    person,
    body: html`<h1>Inutilizações</h1>
      <p class="lead">${isPerson ? leadOfPerson : lead}</p>
      ${done} ${refusal} ${isPerson ? alert(view.state.fault ?? undefined) : undefined} ${gaps(view)} ${mayAsk ? form(view) : undefined} ${list(view)}`,
  });
}

const lead =
  'Um número que nenhuma nota usou precisa ser declarado à SEFAZ até o dia 10 do mês seguinte. Depois disso ele não serve mais a nota alguma.';
const leadOfPerson =
  'Quem emite com CPF não inutiliza números: a SEFAZ não aceita o pedido. Os que nenhuma nota usou ficam sem uso, e aparecem aqui para a contabilidade saber deles.';

function gaps({ base, mayAsk, isPerson, isTrial, months }: InutilizationsView): Markup {
  const found = months.flatMap(({ until, series }) =>
    series.flatMap((numbers) => numbers.gaps.map((gap) => ({ until, numbers, gap }))),
  );
  const notice = isTrial
    ? 'Esta empresa está em homologação: os números que faltam são procurados só entre as notas de produção.'
    : 'A numeração deste mês e do anterior não tem falhas.';
  return html`<section aria-labelledby="falhas">
    <h2 id="falhas">Números que faltam</h2>
    ${
      found.length === 0
        ? html`<p class="soft">${notice}</p>`
        : html`<ul class="plain-list">
            ${found.map(
              ({ until, numbers, gap }) =>
                html`<li>
                  <span
                    ><b>${traitsOf[numbers.type].title} série ${numbers.series}, ${rangeInWords(gap)}</b
                    ><small
                      >${gap.proposal ? `Inutilize até ${dateInWords(until)}, se nenhuma nota os vai usar.` : isPerson ? 'Fica sem uso.' : unproposed}</small
                    ></span
                  >
                  ${mayAsk && gap.proposal ? html`<a class="button quiet" href="${base}/inutilizacoes?${proposedRange(gap.proposal)}#pedir">Inutilizar…</a>` : undefined}
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

const unproposed =
  'São muitos para terem sido pulados por engano: confira com a contabilidade de onde a numeração veio.';

function rangeInWords({ startNumber, endNumber }: { startNumber: number; endNumber: number }): string {
  return startNumber === endNumber
    ? `número ${count(startNumber)}`
    : `números ${count(startNumber)} a ${count(endNumber)}`;
}

function form({ base, state }: InutilizationsView): Markup {
  return html`<section id="pedir" aria-labelledby="pedido">
    <h2 id="pedido">Inutilizar números</h2>
    <form method="post" action="${base}/inutilizacoes">
      ${fieldGroups([{ title: 'A faixa', fields: inutilizationFields }], state)}
      <p class="soft">Até mil números de cada vez. Uma inutilização não pode ser desfeita.</p>
      <p class="actions"><button class="button">Inutilizar</button></p>
    </form>
  </section>`;
}

const standings: Record<(typeof inutilizationStatuses)[number], { word: string; state: DocumentStatus }> = {
  AUTHORIZED: { word: 'Inutilizada', state: 'AUTHORIZED' },
  PENDING: { word: 'Em andamento', state: 'PROCESSING' },
  REJECTED: { word: 'Recusada', state: 'REJECTED' },
};

function list({ base, ranges, total, page, pageSize }: InutilizationsView): Markup {
  const link = (to: number, rel: string, words: string) =>
    html`<a rel="${rel}" href="${base}/inutilizacoes?pagina=${to}">${words}</a>`;
  return html`<section aria-labelledby="faixas">
    <h2 id="faixas">Faixas inutilizadas</h2>
    ${
      ranges.length === 0
        ? html`<p class="soft">Nenhuma ainda.</p>`
        : html`<ul class="plain-list">
            ${ranges.map((range) => rangeHtml(range))}
          </ul>`
    }
    ${
      total > pageSize
        ? html`<nav class="pager" aria-label="Páginas">
            ${page > 1 ? link(page - 1, 'prev', 'Mais novas') : undefined}
            ${page * pageSize < total ? link(page + 1, 'next', 'Mais antigas') : undefined}
          </nav>`
        : undefined
    }
  </section>`;
}

function rangeHtml(range: Inutilization): Markup {
  const { model, series, status, justification, environment, inutilizationDate, protocol } = range;
  const known: (typeof inutilizationStatuses)[number] = status;
  const { word, state } = standings[known];
  const when = inutilizationDate ? ` em ${momentInWords(inutilizationDate)}` : '';
  return html`<li data-state="${state}">
    <span
      ><b>${titleOf(model)} série ${series}, ${rangeInWords(range)}</b>
      ${environment === 'HOMOLOGATION' ? html`<b class="trial-word">homologação</b>` : undefined}<small>${justification}</small>${ended(range)}</span
    >
    <span
      ><span class="state" data-state="${state}">${mark(state)}${word}${when}</span
      >${protocol ? html`<small>protocolo ${protocol}</small>` : undefined}</span
    >
  </li>`;
}

const titleOf = (model: Model): string => traitsOf[typeOfModel[model]].title;

function ended({ status, model, cStat, reason }: Inutilization): Markup | undefined {
  if (status === 'PENDING' && reason) return html`<small class="why" data-kind="wait">${waitInWords(reason)}</small>`;
  if (status !== 'REJECTED' || !reason) return undefined;
  const told = cStat ? explainRejection(cStat, reason) : explainOwnRefusal(typeOfModel[model], reason);
  return html`<small class="why" data-kind="bad"
    >${told.code ? `${told.code} ` : ''}${told.message}. ${told.mend.person} ${moreOf(told.code)}</small
  >`;
}
