import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** One choice of a field, as an option in HTML. */
export function option(value: string, words: string, isChosen: boolean): Markup {
  return html`<option value="${value}" ${isChosen ? html`selected` : undefined}>${words}</option>`;
}
