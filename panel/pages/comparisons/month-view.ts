import type { ActingRole } from '../../../domain/accounts/roles.ts';
import { farAhead, kindsInWords } from '../../../domain/comparison/in-words.ts';
import { type DifferenceKind, differenceKinds } from '../../../domain/comparison/rule.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { accessKeyMask } from '../../../domain/masks.ts';
import { type Month, monthInDigits } from '../../../domain/month.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { comparedMonth, DifferenceView } from '../../../operations/comparison/differences.ts';
import type { ComparisonView } from '../../../operations/comparison/find-comparisons.ts';
import { framedPage } from '../../parts/frame.ts';
import { proposedRange } from '../../parts/give-up.ts';
import { may } from '../../parts/may.ts';
import { count, dateInWords } from '../../parts/words.ts';
import { liveListAddress } from '../live/addresses.ts';
import { named } from '../month-board/month.ts';
import { comparisonInWords } from './view.ts';

export type ComparedMonthView = {
  person: SignedIn;
  role: ActingRole;
  /** `/e/{cnpj}` */
  base: string;
  month: Month;
  /** The version of what the page shows, as `versionOf` gives it. */
  version: string;
  compared: Awaited<ReturnType<typeof comparedMonth>>;
  /** The comparisons before the newest one. */
  earlier: ComparisonView[];
  done?: Markup | undefined;
};

/** The most lines of a kind that are shown: a month with more has one cause, which the first lines show. */
const shownAtMost = 200;

/** A compared month: the progress of the comparison, and its differences by kind, each with its remedies. */
export function comparedMonthHtml(view: ComparedMonthView): string {
  const { person, base, month, version, compared, done } = view;
  const title = `Conferência de ${named(month)}`;
  return framedPage({
    title,
    here: 'conferencias',
    person,
    scripts: ['live'],
    live: liveListAddress(base, 'conferencias', version),
    body: html`<p class="trail"><a href="${base}/conferencias">‹ Conferências</a></p>
      <h1>${title}</h1>
      ${done}
      ${
        compared === null
          ? html`<p>Este mês ainda não foi conferido.</p>`
          : html`${standing(compared.comparison)} ${differences(view, compared.differences)}
            ${compared.differences.length === 0 && compared.comparison.completedAt ? html`<p>Nada difere do que a autoridade tem.</p>` : undefined}`
      }
      ${again(view)} ${earlierOnes(view)}`,
  });
}

function standing(comparison: ComparisonView): Markup {
  const { completedAt, asOf, done, total, waiting, untold, untoldReason } = comparison;
  const isMoving = completedAt === null && asOf !== null && total > 0;
  return html`<section class="bulk" aria-label="Andamento">
    ${
      waiting && !completedAt
        ? html`<p class="notice" data-kind="wait">${comparisonInWords(comparison)}</p>`
        : html`<p>${comparisonInWords(comparison)}</p>`
    }
    ${isMoving ? html`<progress aria-label="Números conferidos" max="${total}" value="${done}"></progress>` : undefined}
    ${
      untold === 0
        ? undefined
        : html`<p class="soft">
            De ${untold === 1 ? '1 número' : `${count(untold)} números`} a autoridade não disse o que tem.
            ${untoldReason ? `O último motivo: ${untoldReason}` : ''}
          </p>`
    }
  </section>`;
}

function differences(view: ComparedMonthView, all: readonly DifferenceView[]): Markup {
  const kinds = differenceKinds.flatMap((kind) => {
    const found = all.filter((each) => each.kind === kind);
    return found.length === 0 ? [] : [ofKind(view, kind, found)];
  });
  return html`${kinds}`;
}

function ofKind(view: ComparedMonthView, kind: DifferenceKind, found: readonly DifferenceView[]): Markup {
  const { base, role, month } = view;
  const { title, reason, mend } = kindsInWords[kind];
  const id = kind.toLowerCase().replaceAll('_', '-');
  const until = found[0]?.giveUpBy;
  const mayLeave = may(role, 'leaveDifferences');
  const lines = html`<ul class="plain-list">
    ${found.slice(0, shownAtMost).map((each) => line(view, each, mayLeave))}
  </ul>`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title} <small class="soft">${count(found.length)}</small></h2>
    <p>${capital(reason)} ${mend} ${until ? `O prazo é ${dateInWords(until)}.` : ''}</p>
    ${found.length > shownAtMost ? html`<p class="soft">Aqui estão as ${shownAtMost} primeiras.</p>` : undefined}
    ${
      mayLeave
        ? html`<form method="post" action="${base}/conferencias/${monthInDigits(month)}/encerrar">
            ${lines}
            <p class="actions"><button class="button quiet">Não há mais o que fazer das marcadas</button></p>
          </form>`
        : lines
    }
  </section>`;
}

function line(view: ComparedMonthView, difference: DifferenceView, mayLeave: boolean): Markup {
  const { id, type, series, accessKey, cStat, countsOnFrom } = difference;
  const numbers = difference.startNumber === difference.endNumber ? 'número' : 'números';
  const what = `${traitsOf[type].title} série ${series}, ${numbers} ${rangeInWords(difference)}`;
  const help = acts(view, difference, what);
  const said = cStat === null ? undefined : `resposta ${cStat}`;
  const key = accessKey === null ? undefined : html`<code>${accessKeyMask(accessKey)}</code>`;
  const box = html`<div class="field tick">
    <label><input type="checkbox" name="diferenca" value="${id}" /> <b>${what}</b></label>
  </div>`;
  return html`<li>
    <div>
      ${mayLeave ? box : html`<b>${what}</b>`}
      <small class="breaks">${key}${key && said ? ' · ' : ''}${said}</small>
      ${countsOnFrom === null ? undefined : html`<small>${farAhead(countsOnFrom)}</small>`}
    </div>
    ${help === undefined ? undefined : html`<span class="acts">${help}</span>`}
  </li>`;
}

/** The remedies for a difference that the panel offers. */
function acts(
  { base, role }: ComparedMonthView,
  { kind, documentId, pastNoteId, proposals }: DifferenceView,
  of: string,
): Markup | Markup[] | undefined {
  const about = html`<span class="unseen">: ${of}</span>`;
  if (kind === 'GAP') {
    if (!may(role, 'giveUpNumbers')) return undefined;
    return proposals.map(
      (range) =>
        html`<a class="button quiet" href="${base}/inutilizacoes?${proposedRange(range)}#pedir"
          >Inutilizar ${rangeInWords(range)}…</a
        >`,
    );
  }
  if (pastNoteId !== null) {
    return html`<a class="button quiet" href="${base}/notas-de-antes/${pastNoteId}">Ver o XML${about}</a>`;
  }
  if (documentId === null) return undefined;
  const note = `${base}/notas/${documentId}`;
  return html`<a class="button quiet" href="${note}">Abrir a nota${about}</a>
    ${
      kind === 'CANCELLED_ELSEWHERE' && may(role, 'noteCancel')
        ? html`<a class="button quiet" href="${note}/cancelar">Cancelar aqui…${about}</a>`
        : undefined
    }`;
}

function again({ base, role, month, compared }: ComparedMonthView): Markup | undefined {
  const isOver = compared === null || compared.comparison.completedAt !== null;
  if (!isOver || !may(role, 'startComparison')) return undefined;
  return html`<form class="actions" method="post" action="${base}/conferencias">
    <input type="hidden" name="mes" value="${monthInDigits(month)}" />
    <button class="button quiet">${compared === null ? 'Conferir este mês' : 'Conferir de novo'}</button>
  </form>`;
}

function earlierOnes({ earlier }: ComparedMonthView): Markup | undefined {
  if (earlier.length === 0) return undefined;
  return html`<section aria-labelledby="antes">
    <h2 id="antes">Conferências anteriores deste mês</h2>
    <ul class="plain-list">
      ${earlier.map((each) => html`<li><span>${comparisonInWords(each)}</span></li>`)}
    </ul>
  </section>`;
}

function rangeInWords({ startNumber, endNumber }: { startNumber: number; endNumber: number }): string {
  return startNumber === endNumber ? count(startNumber) : `${count(startNumber)} a ${count(endNumber)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
