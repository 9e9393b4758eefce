import { html, type Markup } from '../html/markup.ts';
import { at } from '../html/svg-path.ts';
import { type FontWeight, textWidth } from '../html/text-width.ts';
import { wrapText } from '../html/wrap-text.ts';

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

export type Lettering = { align?: 'left' | 'center'; weight?: FontWeight; widthCm?: number };

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
