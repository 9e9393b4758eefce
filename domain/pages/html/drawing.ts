import { html, htmlPage, type Markup } from './markup.ts';

/** What a block draws on the sheet; `rules`, `hairlines` and the areas of `shades` are SVG path data in centimetres. */
export type Drawing = { content: Markup[]; rules: string; hairlines: string; shades?: string };

/** A part of the sheet over its whole print width, with a known height; it can be drawn at any height of the sheet. */
export type Block = { heightCm: number; draw: (topCm: number) => Drawing };

/** Blocks one under the other. */
export function stack(blocks: readonly Block[]): Block {
  return {
    heightCm: blocks.reduce((height, block) => height + block.heightCm, 0),
    draw(topCm) {
      let top = topCm;
      return merged(
        blocks.map((block) => {
          const drawing = block.draw(top);
          top += block.heightCm;
          return drawing;
        }),
      );
    },
  };
}

/** Merges drawings of the same sheet into one. */
export function merged(drawings: readonly Drawing[]): Drawing {
  return {
    content: drawings.flatMap(({ content }) => content),
    rules: drawings.map(({ rules }) => rules).join(''),
    hairlines: drawings.map(({ hairlines }) => hairlines).join(''),
    shades: drawings.map(({ shades = '' }) => shades).join(''),
  };
}

/** Place of text: its top left corner in centimetres; its width if it is centred or aligned to the right; its size if that is not the style's own. */
export type TextPlace = { leftCm: number; topCm: number; widthCm?: number; sizePt?: number };

/** Lines of text at a place of the sheet, in a class of its stylesheet; the browser does not break them. */
export function placedText(kind: string, place: TextPlace, lines: readonly string[]): Markup {
  return html`<div class="${kind}" style="${styleOf(place)}">${lines.join('\n')}</div>`;
}

function styleOf({ leftCm, topCm, widthCm, sizePt }: TextPlace): string {
  const width = widthCm === undefined ? '' : `;width:${at(widthCm)}cm`;
  const size = sizePt === undefined ? '' : `;font-size:${sizePt}pt`;
  return `left:${at(leftCm)}cm;top:${at(topCm)}cm${width}${size}`;
}

const dashCm = 0.2;

/** SVG path of a rectangle, in centimetres. */
export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}z`;
}

/** SVG path of a line to the right. */
export function horizontal(x: number, y: number, length: number): string {
  return `M${at(x)} ${at(y)}h${at(length)}`;
}

/** SVG path of a line downwards. */
export function vertical(x: number, y: number, length: number): string {
  return `M${at(x)} ${at(y)}v${at(length)}`;
}

/** SVG path of a dashed line to the right. The dashes are in the path itself: a dashed stroke takes a browser as long as all other lines together. */
export function dashed(x: number, y: number, length: number): string {
  return Array.from({ length: Math.floor(length / dashCm / 2) }, (_, index) =>
    horizontal(x + 2 * index * dashCm, y, dashCm),
  ).join('');
}

/** SVG path of a dashed line downwards. */
export function dashedDown(x: number, y: number, length: number): string {
  return Array.from({ length: Math.floor(length / dashCm / 2) }, (_, index) =>
    vertical(x, y + 2 * index * dashCm, dashCm),
  ).join('');
}

/** A length in centimetres, to a hundredth of a millimetre. */
export function at(lengthCm: number): string {
  return String(Math.round(lengthCm * 1000) / 1000);
}

/** The paper that is printed on. */
type Paper = { widthCm: number; heightCm: number };

/** A document of drawings, one per sheet; `behind` lies under the text of every sheet. */
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

/** The rules with which the stylesheet of every such document begins: `font` is a shorthand, and `ruleCm` the thickness of rules. */
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
