import type { RollMm } from '../../companies/settings.ts';
import { at } from '../html/drawing.ts';
import { css, html, htmlPage, type Markup } from '../html/markup.ts';
import { type FontWeight, textWidth, wrapText } from '../html/text.ts';

/** Measures of every coupon, in centimetres. `longestCm` is below the longest page that a PDF may have. */
const measures = { endCm: 0.4, longestCm: 480, sizePt: 8, lineCm: 0.34 } as const;

/** The paper of a coupon: its width, and the width that a printer's head reaches, in centimetres. */
export type Roll = { widthCm: number; printCm: number };

/**
 * The rolls of thermal printers by their width in millimetres. Heads reach 72 mm of 80, and 48 mm of 58: both rolls are wider than the least 56 mm,
 * and their margins wider than the least 2 mm, of the Manual do DANFE NFC-e v6.0 and NT 2026.003 3.3.
 */
export const rolls = {
  58: { widthCm: 5.8, printCm: 4.8 },
  80: { widthCm: 8, printCm: 7.2 },
} as const satisfies Record<RollMm, Roll>;

/** A piece of the coupon, as wide as the print width and of known height; the page is as long as all strips together. */
export type Strip = { heightCm: number; content: Markup };

type Lettering = { align?: 'left' | 'center'; weight?: FontWeight; widthCm?: number };

/** Writes texts on a roll, as strips of known height. */
export type Pen = {
  /** The print width, in centimetres. */
  printCm: number;
  /** Text on as many lines as it needs; no strips for an empty text. */
  paragraph: (text: string | undefined, lettering?: Lettering) => Strip[];
  /** The label on the left and the value on the right, on one line if both fit. */
  pair: (label: string, value: string, weight?: FontWeight) => Strip[];
};

export function penFor({ printCm }: Roll): Pen {
  const { sizePt, lineCm } = measures;
  return {
    printCm,
    paragraph(text, { align = 'left', weight = 'regular', widthCm = printCm } = {}) {
      return wrapText(text ?? '', widthCm, { sizePt, weight }).map((line) => ({
        heightCm: lineCm,
        content: html`<p class="${align} ${weight}">${line}</p>`,
      }));
    },
    pair(label, value, weight = 'regular') {
      const room = printCm - textWidth(`  ${value}`, sizePt, weight);
      const lines = wrapText(label, Math.max(room, printCm / 3), { sizePt, weight });
      return (lines.length > 0 ? lines : ['']).map((line, index, all) => ({
        heightCm: lineCm,
        content: html`<p class="pair ${weight}">
          <span>${line}</span><span>${index === all.length - 1 ? value : ''}</span>
        </p>`,
      }));
    },
  };
}

/** A line between two divisions. */
export function divider(): Strip {
  const heightCm = 0.3;
  return { heightCm, content: html`<div class="divider" style="height:${at(heightCm)}cm"><hr /></div>` };
}

/** Copies of a coupon as one document, each copy on a page as long as its strips. */
export function couponDocument(title: string, roll: Roll, copies: readonly (readonly Strip[])[]): string {
  const wholeCm = Math.max(...copies.map(heightOf));
  const sections = copies.map((strips) => html`<section>${strips.map(({ content }) => content)}</section>`);
  return htmlPage(title, stylesheet(roll, Math.min(wholeCm, measures.longestCm)), sections);
}

function heightOf(strips: readonly Strip[]): number {
  return strips.reduce((height, strip) => height + strip.heightCm, 2 * measures.endCm);
}

/** The page of a coupon. One that is longer than a page goes on on the next page, which a roll prints without a gap. */
function stylesheet({ widthCm, printCm }: Roll, heightCm: number): Markup {
  const { endCm, sizePt, lineCm } = measures;
  // Half a millimetre is added: the browser rounds lengths, and a line that does not fit would make a second page.
  return css`
    @page {
      size: ${widthCm}cm ${(heightCm + 0.05).toFixed(2)}cm;
      margin: ${endCm}cm ${at((widthCm - printCm) / 2)}cm;
    }
    body {
      margin: 0;
      font:
        ${sizePt}pt / ${lineCm}cm Tinos,
        'Times New Roman',
        Times,
        serif;
      font-kerning: none;
      font-variant-ligatures: none;
    }
    section {
      width: ${printCm}cm;
    }
    section + section {
      break-before: page;
    }
    p {
      margin: 0;
      height: ${lineCm}cm;
      white-space: pre;
      break-inside: avoid;
    }
    .center {
      text-align: center;
    }
    .bold {
      font-weight: bold;
    }
    .pair,
    .logo {
      display: flex;
      justify-content: space-between;
    }
    .divider {
      display: grid;
      align-content: center;
    }
    hr {
      width: 100%;
      margin: 0;
      border: 0;
      border-top: 0.02cm solid #000;
    }
    img {
      object-fit: contain;
    }
    svg {
      display: block;
      break-inside: avoid;
    }
  `;
}
