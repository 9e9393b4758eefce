import { htmlPage } from '../html/html-page.ts';
import { css, html, type Markup } from '../html/markup.ts';
import { roll, type Strip } from './strip.ts';

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
