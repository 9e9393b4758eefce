import type { Drawing } from './block.ts';
import { html, type Markup } from './markup.ts';
import type { Sheet } from './sheet.ts';
import { stylesheet } from './stylesheet.ts';

/** Sheets as a document that loads nothing and runs nothing; `behind` lies under the text of each. */
export function htmlDocument(
  sheet: Sheet,
  title: string,
  drawings: readonly Drawing[],
  behind: readonly Markup[],
): string {
  const sheets = drawings.map((drawing) => section(sheet, drawing, behind));
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        />
        <title>${title}</title>
        <style>
          ${stylesheet(sheet)}
        </style>
      </head>
      <body>
        ${sheets}
      </body>
    </html>`.text;
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
