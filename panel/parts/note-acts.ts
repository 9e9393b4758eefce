import { html, type Markup } from '../../domain/pages/html/markup.ts';
import type { MissingAct, NoteAct, NoteStanding } from './note-standing.ts';

/** The button of an act: a link to its page, or a form of its own when the act needs no fields. */
type Way = { word: string; path: string; isForm?: true };

const ways: Record<Exclude<NoteAct, 'REMOVE'>, Way> = {
  EMIT: { word: 'Emitir agora', path: 'emitir', isForm: true },
  MEND: { word: 'Editar', path: 'editar' },
  CANCEL: { word: 'Cancelar…', path: 'cancelar' },
  CORRECT: { word: 'Corrigir por carta…', path: 'corrigir' },
  REPLACE: { word: 'Substituir…', path: 'substituir' },
  RECEIPT: { word: 'Registrar entrega…', path: 'entrega' },
  REMOVE_RECEIPT: { word: 'Entrega registrada…', path: 'entrega' },
  RETRY: { word: 'Tentar agora', path: 'tentar', isForm: true },
  DECIDE: { word: 'Decidir…', path: 'decidir' },
};

/** What can be done with a note now, and why other things that people look for cannot. */
export function noteActsHtml(
  base: string,
  { id, status }: { id: string; status: string },
  standing: NoteStanding,
): Markup | undefined {
  const { acts, missing } = standing;
  if (acts.length === 0 && missing.length === 0) return undefined;
  const at = `${base}/notas/${id}`;
  // The main thing to do with an authorized note is to read it: none of its buttons stands out.
  const main = status === 'AUTHORIZED' ? undefined : acts[0];
  return html`<div class="note-acts">
    ${
      acts.length === 0
        ? undefined
        : html`<ul class="acts" aria-label="O que fazer com esta nota">
            ${acts.map(({ act, term }) =>
              act === 'REMOVE'
                ? html`<li>${removal(at)}</li>`
                : html`<li>
                    ${way(at, wayOf(act, status), act === main?.act)}${term ? html`<small>${term}</small>` : undefined}
                  </li>`,
            )}
          </ul>`
    }
    ${missing.map((each) => html`<p class="soft">${each.words}${wayOut(base, at, each)}</p>`)}
  </div>`;
}

function wayOf(act: Exclude<NoteAct, 'REMOVE'>, status: string): Way {
  if (status !== 'REJECTED') return ways[act];
  if (act === 'MEND') return { ...ways.MEND, word: 'Corrigir e emitir de novo' };
  return act === 'EMIT' ? { ...ways.EMIT, word: 'Emitir de novo como está' } : ways[act];
}

function way(at: string, { word, path, isForm }: Way, isMain: boolean): Markup {
  const look = isMain ? 'button' : 'button quiet';
  return isForm
    ? html`<form method="post" action="${at}/${path}"><button class="${look}">${word}</button></form>`
    : html`<a class="${look}" href="${at}/${path}">${word}</a>`;
}

function removal(at: string): Markup {
  return html`<details class="confirm">
    <summary class="button quiet">Apagar…</summary>
    <form method="post" action="${at}/apagar">
      <p>A venda é apagada daqui, e nada foi enviado dela a ninguém. Isto não pode ser desfeito.</p>
      <button class="button">Apagar de vez</button>
    </form>
  </details>`;
}

function wayOut(base: string, at: string, { act, link }: MissingAct): Markup | undefined {
  if (act && act !== 'REMOVE') return html` <a href="${at}/${ways[act].path}">Tentar mesmo assim…</a>`;
  return link ? html` <a href="${base}/${link}">Ver as inutilizações</a>` : undefined;
}
