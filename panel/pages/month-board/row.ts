import type { BoardClosing, BoardCompany, Lane } from '../../../domain/closings/board.ts';
import { leftInWords, progressOf } from '../../../domain/closings/progress.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { type RunAddress, runLink } from '../../parts/run-link.ts';
import { closingId } from '../../../temporal/names.ts';
import { count, momentInWords, waitInWords } from '../../parts/words.ts';
import { type HindrancePlace, hindranceWords, sizeInWords } from './words.ts';

/** The id of the form that the boxes and buttons of all rows belong to. */
export const closingForm = 'fechar';

export type BoardPlace = HindrancePlace & { mayClose: boolean; runAddress?: RunAddress };

/** A company on the board: its month, its closing, its hindrances, and what can be done. */
export function companyRow(company: BoardCompany, lane: Lane, place: BoardPlace): Markup {
  const { id, taxId, name, hindrances } = company;
  const mayTick = place.mayClose && company.noteCount > 0 && (lane === 'NEEDS' || lane === 'OPEN');
  const query = new URLSearchParams({ ambiente: 'producao', ...place.days });
  // A closing that runs changes each second: its row is not marked as fresh.
  return html`<li class="firm" id="e-${id}" ${lane === 'CLOSING' ? undefined : html`data-part`}>
    ${
      mayTick
        ? html`<label class="pick"
            ><input type="checkbox" name="empresa" value="${id}" form="${closingForm}" /><span class="unseen"
              >Marcar ${name}</span
            ></label
          >`
        : undefined
    }
    <div class="firm-who">
      <a class="open" href="/e/${taxId}/notas?${query.toString()}">${name}</a><small>${taxIdMask(taxId)}</small>
    </div>
    <div class="firm-sum">${sum(company)}</div>
    <div class="firm-end">${end(company, lane, place)} ${run(company, place)}</div>
    ${
      hindrances.length > 0
        ? html`<ul class="hindrances">
            ${hindrances.map((each) => hindranceRow(company, each, place))}
          </ul>`
        : undefined
    }
    ${lane === 'READY' && company.closing ? verification(company.closing) : undefined}
  </li>`;
}

function sum({ noteCount, totalValue }: BoardCompany): Markup {
  if (noteCount === 0) return html`<small>nenhuma nota</small>`;
  return html`<span>${count(noteCount)} ${noteCount === 1 ? 'nota' : 'notas'}</span
    ><small>R$ ${brazilianMoney(totalValue)}</small>`;
}

function hindranceRow(company: BoardCompany, hindrance: BoardCompany['hindrances'][number], place: BoardPlace): Markup {
  const { words, act } = hindranceWords(hindrance, company, place);
  return html`<li data-kind="${hindrance.kind}">
    <span>${words}</span>${
      act ? html`<a href="${act.href}">${act.says}<span class="unseen"> (${company.name})</span></a>` : undefined
    }
  </li>`;
}

function end(company: BoardCompany, lane: Lane, { board, mayClose, now }: BoardPlace): Markup | undefined {
  const { id, name, closing, noteCount, isOutdated } = company;
  const button = (words: string): Markup | undefined =>
    mayClose && noteCount > 0
      ? html`<button class="button quiet" form="${closingForm}" name="so" value="${id}">
          ${words}<span class="unseen"> o mês de ${name}</span>
        </button>`
      : undefined;
  switch (lane) {
    case 'NEEDS':
      return button(closing ? 'Fechar de novo' : 'Fechar assim mesmo');
    case 'OPEN':
      return html`${isOutdated ? html`<small>mudou depois de fechada</small>` : undefined}
      ${button(isOutdated ? 'Fechar de novo' : 'Fechar')}`;
    case 'CLOSING':
      return closing ? course(closing, name, now) : undefined;
    case 'READY':
      return closing?.deletedAt
        ? html`<small>o ZIP já foi apagado</small> ${button('Fechar de novo')}`
        : html`<small>${sizeInWords(closing?.fileSize ?? 0)}</small>
            <a class="button quiet" href="${board}/zips/${closing?.id ?? ''}"
              >Baixar<span class="unseen"> o ZIP de ${name}</span></a
            >`;
    case 'IDLE':
      return undefined;
  }
}

/** A link to the workflow of the closing, for support. */
function run({ closing, name }: BoardCompany, { runAddress }: BoardPlace): Markup | undefined {
  return closing ? runLink(runAddress, closingId(closing.id), `do fechamento de ${name}`) : undefined;
}

/** How far a closing is: the seconds that are left, once it has a pace, or what it waits for. */
function course(closing: BoardClosing, name: string, now: Date): Markup {
  const { percent, secondsLeft, waiting } = progressOf(closing, now);
  const moves =
    closing.status === 'PENDING' ? 'à espera da vez' : secondsLeft === null ? 'começando' : leftInWords(secondsLeft);
  return html`<small>${waiting ? waitInWords(waiting.reason) : moves}</small>
    <progress value="${percent}" max="100" aria-label="Andamento de ${name}">${percent}%</progress>`;
}

/** What the ZIP holds, and its hash, which shows any change of the file. */
function verification({ asOf, documentCount, pdfCount, missingPdfCount, sha256 }: BoardClosing): Markup {
  const missing =
    missingPdfCount > 0 ? html`; ${count(missingPdfCount)} sem PDF, e o manifesto diz por quê` : undefined;
  return html`<details class="proof">
    <summary>Conferência</summary>
    <p>
      ${count(documentCount)} ${documentCount === 1 ? 'nota' : 'notas'} como estavam em
      ${asOf ? momentInWords(asOf) : ''}${pdfCount > 0 ? html`, ${count(pdfCount)} em PDF` : undefined}${missing}.
    </p>
    <p><small>SHA-256</small> <code>${sha256 ?? ''}</code></p>
  </details>`;
}
