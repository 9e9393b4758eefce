import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { daysForAwareness } from '../../../operations/received/aware.ts';
import { mostInBulk } from '../../../operations/received/bulk-answers.ts';
import { rowIdField } from '../../forms/row-id.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { count } from '../../parts/words.ts';
import { meanings } from '../received/words.ts';
import { addressOf, type PortfolioFilter } from './filter.ts';
import { hiddenFilter } from './view.ts';

export type AskAwarenessView = {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  filter: PortfolioFilter;
  /** The ticked notes; null for all that the filter finds. */
  ids: string[] | null;
  /** How many of the notes await an answer, of how many companies, and how many of them are older than the authority accepts. */
  notes: number;
  companies: number;
  older: number;
  /** The id of what the form begins: a form that is sent twice begins it once. */
  bulkId: string;
  /** When they were counted. */
  now: Date;
  fault: string | undefined;
};

/**
 * Asks before an office registers awareness (ciência) of many notes: how many, of how many companies, what it means, and that it cannot be undone.
 */
export function askAwarenessHtml(view: AskAwarenessView): string {
  const { person, office, filter, notes, fault } = view;
  const path = `/c/${office.taxId}/recebidas`;
  return framedPage({
    title: 'Dar ciência',
    here: 'recebidas',
    person,
    body: html`<p class="trail"><a href="${addressOf(path, filter)}">‹ Notas recebidas</a></p>
      <div class="head"><h1>${titleOf(view)}</h1></div>
      ${alert(fault)} ${notes === 0 ? nothing : notes > mostInBulk ? tooMany : form(path, view)}`,
  });
}

function titleOf({ notes, companies }: AskAwarenessView): string {
  if (notes === 0) return 'Dar ciência';
  const of = companies === 1 ? '1 empresa' : `${count(companies)} empresas`;
  return `Dar ciência de ${count(notes)} ${notes === 1 ? 'nota' : 'notas'}, de ${of}?`;
}

const nothing = html`<p>
  Nenhuma destas notas espera resposta. Escolha na lista as que estão “A responder”, ou mude o filtro.
</p>`;

const tooMany = html`<p>
  De uma vez vão até ${count(mostInBulk)} notas. Volte, escolha um período menor, e repita com os outros.
</p>`;

function form(path: string, { filter, ids, notes, older, bulkId, now }: AskAwarenessView): Markup {
  const late = `${count(older)} ${older === 1 ? 'foi emitida' : 'foram emitidas'} há mais de ${daysForAwareness} dias`;
  return html`<p>${meanings.CIENCIA}</p>
    ${
      older === 0
        ? undefined
        : html`<p class="notice" data-kind="wait">
            ${late}: a SEFAZ pode recusar a ciência ${older === 1 ? 'desta' : 'destas'}. Sobre
            ${older === 1 ? 'ela' : 'elas'} a empresa ainda pode confirmar ou recusar a operação.
          </p>`
    }
    <p class="notice" data-kind="wait">
      <b>Não pode ser desfeito.</b> Cada ciência é registrada na SEFAZ em nome da empresa que recebeu a nota, e o
      fornecedor a vê. O andamento e o resultado de cada nota ficam numa página, que você pode fechar e abrir de novo.
    </p>
    <form method="post" action="${path}/ciencia" class="actions">
      ${rowIdField(bulkId)}
      <input type="hidden" name="contadas-em" value="${now.toISOString()}" />
      ${hiddenFilter(filter)}
      ${
        ids === null
          ? html`<input type="hidden" name="todas" value="sim" />`
          : ids.map((id) => html`<input type="hidden" name="nota" value="${id}" />`)
      }
      <button class="button">Dar ciência de ${count(notes)} ${notes === 1 ? 'nota' : 'notas'}</button>
      <a class="quiet-link" href="${addressOf(path, filter)}">Deixar como está</a>
    </form>`;
}
