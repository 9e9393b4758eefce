import type { Drawing } from './block.ts';
import { htmlPage } from './html-page.ts';
import { html, type Markup } from './markup.ts';

/** The paper that is printed on. */
export type Paper = { widthCm: number; heightCm: number };

/** Drawings as a document of one sheet each; `behind` lies under the text of every sheet. */
export function sheetPage(
  title: string,
  { paper, stylesheet }: { paper: Paper; stylesheet: Markup },
  drawings: readonly Drawing[],
  behind: readonly Markup[],
): string {
  return htmlPage(
    title,
    stylesheet,
    drawings.map((drawing) => section(paper, drawing, behind)),
  );
}

function section(
  { widthCm, heightCm }: Paper,
  { content, shades, rules, hairlines }: Drawing,
  behind: readonly Markup[],
) {
  return html`<section>
    ${shades ? html`<svg class="rules" viewBox="0 0 ${widthCm} ${heightCm}"><path class="shades" d="${shades}" /></svg>` : undefined}
    ${behind}
    <svg class="rules" viewBox="0 0 ${widthCm} ${heightCm}">
      <path class="hairlines" d="${hairlines}" />
      <path d="${rules}" />
    </svg>
    ${content}
  </section>`;
}

/** The rules that every stylesheet of such a document begins with: `font` is a shorthand, and a ruler's lines are as thick as `ruleCm`. */
export function sheetStyles({ widthCm, heightCm }: Paper, { font, ruleCm }: { font: string; ruleCm: number }): string {
  return `
    @page {
      size: ${widthCm}cm ${heightCm}cm;
      margin: 0;
    }
    body {
      margin: 0;
      font: ${font};
      font-kerning: none;
      font-variant-ligatures: none;
    }
    section {
      position: relative;
      width: ${widthCm}cm;
      height: ${heightCm - 0.01}cm;
      contain: strict;
      break-after: page;
    }
    section:last-child {
      break-after: auto;
    }
    section > * {
      position: absolute;
      white-space: pre;
    }
    .rules {
      inset: 0;
      width: ${widthCm}cm;
      height: ${heightCm}cm;
    }
    .rules path {
      fill: none;
      stroke: #000;
      stroke-width: ${ruleCm};
    }`;
}
