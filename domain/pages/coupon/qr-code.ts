import bwipjs from 'bwip-js';
import { html } from '../html/markup.ts';
import { at } from '../html/svg-path.ts';
import { roll, type Strip } from './strip.ts';

/** Without the quiet zone of a tenth on each side: more than the manual's 22 mm, because the symbol has some 50 modules. */
const symbolCm = 3;
const quietCm = symbolCm / 10;

/** Division V: the QR code in error correction M, in the middle of the roll. */
export function qrCodeStrip(text: string): Strip {
  const rows = qrCodeRows(text);
  const heightCm = symbolCm + 2 * quietCm;
  const left = (roll.printCm - symbolCm) / 2;
  return {
    heightCm,
    content: html`<svg
      class="qr-code"
      style="width:${at(symbolCm)}cm;height:${at(symbolCm)}cm;margin:${at(quietCm)}cm ${at(left)}cm"
      viewBox="0 0 ${rows.length} ${rows.length}"
    >
      <path d="${rows.map(pathOf).join('')}" />
    </svg>`,
  };
}

/** The modules of the symbol, row by row; true is dark. */
function qrCodeRows(text: string): boolean[][] {
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new TypeError(`No QR code of ${JSON.stringify(text)}`);
  const { pixs, pixx, pixy } = symbol;
  return Array.from({ length: pixy }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).map((pixel) => pixel === 1));
}

/** One rectangle for each run of dark modules, so that no seam shows between them. */
function pathOf(row: boolean[], y: number): string {
  const runs = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...runs.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
