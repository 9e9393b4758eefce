import type { Drawing } from './drawing/block.ts';
import { htmlPage } from '../html/html-page.ts';
import { html, type Markup } from '../html/markup.ts';
import type { Sheet } from './sheet.ts';
import { stylesheet } from './stylesheet.ts';

/** Sheets as a document; `behind` lies under the text of each. */
export function htmlDocument(
  sheet: Sheet,
  title: string,
  drawings: readonly Drawing[],
  behind: readonly Markup[],
): string {
  const sheets = drawings.map((drawing) => section(sheet, drawing, behind));
  return htmlPage(title, stylesheet(sheet), sheets);
}

function section(sheet: Sheet, { content, rules, hairlines }: Drawing, behind: readonly Markup[]): Markup {
  return html`<section>
    ${behind}
    <svg class="rules" viewBox="0 0 ${sheet.widthCm} ${sheet.heightCm}">
      <path class="hairlines" d="${hairlines}" />
      <path d="${rules}" />
    </svg>
    ${content}
  </section>`;
}
