import { at } from '../html/drawing.ts';
import { css, html, htmlPage, type Markup } from '../html/markup.ts';
import { type FontWeight, textWidth, wrapText } from '../html/text.ts';

/**
 * The paper of the coupon, in centimetres: a roll of 80 mm with a print width of 72, the widest that thermal printers reach (Manual do
 * DANFE NFC-e v6.0: at least 56 mm, margins of at least 2). `longestCm` stays below the longest page that a PDF may have.
 */
export const roll = {
  widthCm: 8,
  sideCm: 0.4,
  printCm: 7.2,
  endCm: 0.4,
  longestCm: 480,
  sizePt: 8,
  lineCm: 0.34,
} as const;

/** A piece of the coupon, as wide as the print width and of known height: the page is as long as all its strips together. */
export type Strip = { heightCm: number; content: Markup };

type Lettering = { align?: 'left' | 'center'; weight?: FontWeight; widthCm?: number };

/** Text on as many lines as it takes; nothing where there is no text. */
export function paragraph(text: string | undefined, lettering: Lettering = {}): Strip[] {
  const { align = 'left', weight = 'regular', widthCm = roll.printCm } = lettering;
  return wrapText(text ?? '', widthCm, { sizePt: roll.sizePt, weight }).map((line) => ({
    heightCm: roll.lineCm,
    content: html`<p class="${align} ${weight}">${line}</p>`,
  }));
}

/** The label on the left and the value on the right, on one line where both fit. */
export function pair(label: string, value: string, weight: FontWeight = 'regular'): Strip[] {
  const room = roll.printCm - textWidth(`  ${value}`, roll.sizePt, weight);
  const lines = wrapText(label, Math.max(room, roll.printCm / 3), { sizePt: roll.sizePt, weight });
  return (lines.length > 0 ? lines : ['']).map((line, index, all) => ({
    heightCm: roll.lineCm,
    content: html`<p class="pair ${weight}">
      <span>${line}</span><span>${index === all.length - 1 ? value : ''}</span>
    </p>`,
  }));
}

/** A line between two divisions. */
export function divider(): Strip {
  const heightCm = 0.3;
  return { heightCm, content: html`<div class="divider" style="height:${at(heightCm)}cm"><hr /></div>` };
}

/** Copies of a coupon, each with its strips one under the other on a page of their length. */
export function couponDocument(title: string, copies: readonly (readonly Strip[])[]): string {
  const wholeCm = Math.max(...copies.map(heightOf));
  const sections = copies.map((strips) => html`<section>${strips.map(({ content }) => content)}</section>`);
  return htmlPage(title, stylesheet(Math.min(wholeCm, roll.longestCm)), sections);
}

function heightOf(strips: readonly Strip[]): number {
  return strips.reduce((height, strip) => height + strip.heightCm, 2 * roll.endCm);
}

/** A coupon longer than a page continues on the next one, which the roll prints without a gap. */
function stylesheet(heightCm: number): Markup {
  // Half a millimetre more: the browser rounds lengths, and a line that does not fit would make a second page.
  return css`
    @page {
      size: ${roll.widthCm}cm ${(heightCm + 0.05).toFixed(2)}cm;
      margin: ${roll.endCm}cm ${roll.sideCm}cm;
    }
    body {
      margin: 0;
      font:
        ${roll.sizePt}pt / ${roll.lineCm}cm Tinos,
        'Times New Roman',
        Times,
        serif;
      font-kerning: none;
      font-variant-ligatures: none;
    }
    section {
      width: ${roll.printCm}cm;
    }
    section + section {
      break-before: page;
    }
    p {
      margin: 0;
      height: ${roll.lineCm}cm;
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
