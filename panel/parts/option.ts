import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** One of what a field lets one choose. */
export function option(value: string, words: string, isChosen: boolean): Markup {
  return html`<option value="${value}" ${isChosen ? html`selected` : undefined}>${words}</option>`;
}
