import encodeQR from 'qr';
import { html, type Markup } from './markup.ts';
import { at } from './svg-path.ts';

/** Where and how large the symbol stands, in the words of a `style` attribute, which its size is put before. */
type QrCodePlace = { sizeCm: number; style: string };

/** The QR code of a text in error correction M, as vector modules, without its quiet zone. */
export function qrCode(text: string, { sizeCm, style }: QrCodePlace): Markup {
  const rows = qrCodeRows(text);
  return html`<svg
    class="qr-code"
    style="width:${at(sizeCm)}cm;height:${at(sizeCm)}cm;${style}"
    viewBox="0 0 ${rows.length} ${rows.length}"
  >
    <path d="${rows.map(pathOf).join('')}" />
  </svg>`;
}

/** How many modules wide the symbol of a text is. */
export function qrCodeModules(text: string): number {
  return qrCodeRows(text).length;
}

/** The modules of the symbol, row by row; true is dark. The library draws a border of one module at the least. */
function qrCodeRows(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
}

/** One rectangle for each run of dark modules, so that no seam shows between them. */
function pathOf(row: boolean[], y: number): string {
  const runs = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...runs.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
