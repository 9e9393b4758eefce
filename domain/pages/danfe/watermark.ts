import type { AuthorizedNote } from './authorized-note.ts';
import type { Cancellation } from './blocks/additional-text.ts';
import { html, type Markup } from '../html/markup.ts';
import { dayAndTime } from '../html/moments.ts';

/** Words across every sheet, behind the text: a note without fiscal value, a cancelled note, or both. */
export function watermark({ isHomologation }: AuthorizedNote, cancelled?: Cancellation): Markup[] {
  const words: Markup[] = [];
  if (cancelled) {
    const when = `Protocolo ${cancelled.protocol} - ${dayAndTime(cancelled.at)}`;
    words.push(html`<strong>CANCELADA</strong>${when}`);
  }
  if (isHomologation) words.push(html`<strong>SEM VALOR FISCAL</strong>`);
  return words.length > 0 ? [html`<div class="watermark">${words}</div>`] : [];
}
