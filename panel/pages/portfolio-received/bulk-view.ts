import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type BulkAnswerNow, type BulkState, bulkStates } from '../../../operations/received/bulk-answers.ts';
import type { PortfolioNote } from '../../../operations/received/portfolio-list.ts';
import { framedPage } from '../../parts/frame.ts';
import { count, momentInWords } from '../../parts/words.ts';
import { receivedLedger } from '../received/ledger.ts';

export type BulkAnswerView = BulkAnswerNow & {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  /** The state of the listed notes. */
  state: BulkState;
  rows: { note: PortfolioNote; reason: string | null }[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** Whether no process works on it, and the person may resume it. */
  mayGoOn: boolean;
  /** The version of the answer, as `versionOf` gives it. */
  version: string;
};

const stateWords: Record<BulkState, { word: string; inAddress: string }> = {
  WAITING: { word: 'Na fila', inAddress: 'fila' },
  UNDER_WAY: { word: 'A caminho da SEFAZ', inAddress: 'caminho' },
  DONE: { word: 'Registradas', inAddress: 'registradas' },
  REFUSED: { word: 'Não registradas', inAddress: 'recusadas' },
};

/** The state that an address asks for; by default the first that has notes: refused, under way, waiting, done. */
export function stateIn(asked: unknown, counts: Record<BulkState, number>): BulkState {
  const named = bulkStates.find((state) => stateWords[state].inAddress === asked);
  const order: readonly BulkState[] = ['REFUSED', 'UNDER_WAY', 'WAITING', 'DONE'];
  return named ?? order.find((state) => counts[state] > 0) ?? 'DONE';
}

/** The progress of an answer to many notes, and what became of each. */
export function bulkAnswerHtml(view: BulkAnswerView): string {
  const { person, office, bulk, version } = view;
  const path = `/c/${office.taxId}/recebidas`;
  const here = `${path}/ciencias/${bulk.id}`;
  return framedPage({
    title: 'Ciência de notas recebidas',
    here: 'recebidas',
    person,
    scripts: ['live'],
    live: `/c/${office.taxId}/vivo?ciencia=${bulk.id}&versao=${version}`,
    body: html`<p class="trail"><a href="${path}">‹ Notas recebidas</a></p>
      <div class="head"><h1>Ciência de ${count(bulk.noteCount)} ${bulk.noteCount === 1 ? 'nota' : 'notas'}</h1></div>
      <p class="soft">Pedida por ${bulk.author} em ${momentInWords(bulk.createdAt)}.</p>
      ${progress(view)} ${stalled(here, view)} ${tabs(here, view)} ${rows(view)} ${onward(here, view)}`,
  });
}

function progress({ counts, isStalled, bulk }: BulkAnswerView): Markup {
  const all = bulkStates.reduce((sum, state) => sum + counts[state], 0);
  const over = counts.DONE + counts.REFUSED;
  const isOver = over === all && bulk.finishedAt;
  const words = isOver
    ? 'Terminou: a SEFAZ respondeu sobre todas.'
    : isStalled
      ? 'Parou no meio: o que falta está na fila.'
      : 'Segue sozinho: você pode fechar esta página e voltar depois.';
  return html`<div class="bulk">
    <progress value="${over}" max="${Math.max(all, 1)}" aria-label="Andamento">${over} de ${all}</progress>
    <p role="status">${count(over)} de ${count(all)} com resposta. ${words}</p>
  </div>`;
}

function stalled(here: string, { mayGoOn, counts }: BulkAnswerView): Markup | undefined {
  if (!mayGoOn || counts.WAITING === 0) return undefined;
  return html`<form class="actions" method="post" action="${here}/continuar">
    <button class="button">
      Continuar com ${counts.WAITING === 1 ? 'a que falta' : `as ${count(counts.WAITING)} que faltam`}
    </button>
  </form>`;
}

function tabs(here: string, { counts, state }: BulkAnswerView): Markup {
  return html`<nav class="tabs" aria-label="Resultado">
    ${bulkStates.map(
      (each) =>
        html`<a
          class="tab"
          href="${here}?situacao=${stateWords[each].inAddress}"
          ${each === state ? html`aria-current="true"` : undefined}
          >${stateWords[each].word} <b>${count(counts[each])}</b></a
        >`,
    )}
  </nav>`;
}

function rows({ rows: all }: BulkAnswerView): Markup {
  if (all.length === 0) return html`<p>Nenhuma nota aqui.</p>`;
  return receivedLedger(
    all.map(({ note, reason: why }) => {
      const { company, answer } = note;
      return { note, answer, base: `/e/${company.taxId}`, choice: null, company: company.name, why };
    }),
  );
}

function onward(here: string, { next, state }: BulkAnswerView): Markup | undefined {
  if (next === null) return undefined;
  const query = new URLSearchParams({ situacao: stateWords[state].inAddress, depois: next }).toString();
  return html`<nav class="pager" aria-label="Páginas"><a rel="next" href="${here}?${query}">Seguintes</a></nav>`;
}
