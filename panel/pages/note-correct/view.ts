import { correctionTerm } from '../../../domain/documents/events/terms.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { mostLetters } from '../../../domain/nfe/events.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { cannotNow, noteActPage } from '../../parts/note-page.ts';
import { nearMoment } from '../../parts/words.ts';

export const correctionFields: readonly Field[] = [
  {
    name: 'correction',
    label: 'O que se corrige',
    kind: 'area',
    isRequired: true,
    most: 1000,
    hint: 'De 15 a 1000 letras. Diga o campo, o que está escrito e o que deve valer.',
  },
];

export type CorrectView = {
  person: SignedIn;
  base: string;
  document: Document;
  obstacle: string | null;
  /** How many letters the note has, and the text of the last one. */
  letters: { used: number; last: string | null };
  state: FormState;
  refusal?: Markup | undefined;
  now: Date;
};

/** The form of a correction letter. A new letter replaces the one before it, whose text therefore stands in the field. */
export function correctHtml({ person, base, document, obstacle, letters, state, refusal, now }: CorrectView): string {
  const { authorizationDate } = document;
  const at = `${base}/notas/${document.id}`;
  const body =
    obstacle !== null
      ? cannotNow(obstacle)
      : html`${refusal}
          <p class="term">
            ${authorizationDate ? html`Pode ser corrigida <b>até ${nearMoment(correctionTerm(authorizationDate), now)}</b>. ` : undefined}
            ${letters.used} de ${mostLetters} cartas usadas.
          </p>
          ${
            letters.last === null
              ? undefined
              : html`<section class="notice">
                  <h2>A carta que vale hoje</h2>
                  <p class="said">${letters.last}</p>
                  <p>
                    A nova toma o lugar dela: repita o que deve continuar valendo.
                    <a href="${at}/carta">Ver a carta (PDF)</a>
                  </p>
                </section>`
          }
          <form method="post" action="${at}/corrigir">
            ${fieldGroups([{ title: 'Carta de correção', help, fields: correctionFields }], state)}
            <p class="actions">
              <button class="button">Registrar a carta</button>
              <a class="quiet-link" href="${at}">Voltar sem corrigir</a>
            </p>
          </form>`;
  return noteActPage({ person, base, document, title: 'Corrigir por carta', body });
}

const help =
  'A carta não corrige valores, impostos, quantidades, quem compra ou vende, nem a data de emissão ou de saída: para isso, cancele e emita outra nota.';
