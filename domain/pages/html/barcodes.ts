import bwipjs from 'bwip-js';
import encodeQR from 'qr';
import { at } from './drawing.ts';
import { html, type Markup } from './markup.ts';

const startA = 103;
const startC = 105;
const switchToA = 101;
const switchToC = 99;

/**
 * Widths in modules of the bars and spaces, by turns, of a Code 128. Pairs of digits are in set C, everything between them in set A: an access key of
 * digits is all in C, one with letters is the hybrid of NT Conjunta 2025.001.
 */
export function code128(text: string): number[] {
  const codewords = symbolsOf(text).map((value) => `^${String(value).padStart(3, '0')}`);
  const [symbol] = bwipjs.raw('code128', codewords.join(''), 'raw');
  if (!symbol || !('sbs' in symbol)) throw new TypeError(`No Code 128 of ${JSON.stringify(text)}`);
  return symbol.sbs;
}

function symbolsOf(text: string): number[] {
  const symbols: number[] = [];
  let set: 'A' | 'C' | undefined;
  let position = 0;
  while (position < text.length) {
    const digits = /^\d*/.exec(text.slice(position))?.[0].length ?? 0;
    const wanted = setFor(digits, set);
    if (wanted !== set) symbols.push(changeTo(wanted, set));
    set = wanted;
    symbols.push(set === 'C' ? Number(text.slice(position, position + 2)) : valueInA(text.charCodeAt(position)));
    position += set === 'C' ? 2 : 1;
  }
  return symbols;
}

/**
 * The set for the next characters, before which so many digits stand in a row. From set A a switch to C is worth it from four digits on; of an odd
 * number of digits the first one is written in A.
 */
function setFor(digits: number, current: 'A' | 'C' | undefined): 'A' | 'C' {
  if (current === 'A') return digits >= 4 && digits % 2 === 0 ? 'C' : 'A';
  return digits >= 2 ? 'C' : 'A';
}

function changeTo(wanted: 'A' | 'C', current: 'A' | 'C' | undefined): number {
  if (current === undefined) return wanted === 'A' ? startA : startC;
  return wanted === 'A' ? switchToA : switchToC;
}

function valueInA(character: number): number {
  return character - 32;
}

/** Place of the bars in centimetres, without the quiet zones. */
type BarcodePlace = { leftCm: number; topCm: number; widthCm: number; heightCm: number };

/** Width in modules of the Code 128 of a text, without its quiet zones. */
export function code128Modules(text: string): number {
  return code128(text).reduce((sum, width) => sum + width, 0);
}

/** The Code 128 of a text, such as an access key, as vector bars (MOC 7.0 Anexo II §3.9: at least 0.8 cm high, quiet zones of ten modules). */
export function barcode(text: string, place: BarcodePlace): Markup {
  const modules = code128Modules(text);
  const path = barsOf(text, (from, width) => `M${from} 0h${width}v1h-${width}z`);
  return bars(path, { ...place, viewBox: `0 0 ${modules} 1` });
}

/** The Code 128 of a text, from the top down; `heightCm` is then the length of the code. */
export function barcodeDown(text: string, place: BarcodePlace): Markup {
  const modules = code128Modules(text);
  const path = barsOf(text, (from, width) => `M0 ${from}h1v${width}h-1z`);
  return bars(path, { ...place, viewBox: `0 0 1 ${modules}` });
}

/** SVG paths of the bars; `drawn` draws one from the module where it begins. */
function barsOf(text: string, drawn: (from: number, width: number) => string): string {
  let position = 0;
  return code128(text)
    .map((width, index) => {
      const path = index % 2 === 0 ? drawn(position, width) : '';
      position += width;
      return path;
    })
    .join('');
}

function bars(path: string, { leftCm, topCm, widthCm, heightCm, viewBox }: BarcodePlace & { viewBox: string }): Markup {
  const place = `left:${at(leftCm)}cm;top:${at(topCm)}cm;width:${at(widthCm)}cm;height:${at(heightCm)}cm`;
  return html`<svg class="bars" style="${place}" viewBox="${viewBox}" preserveAspectRatio="none">
    <path d="${path}" />
  </svg>`;
}

/** Place and size of a QR code: `style` is the rest of a `style` attribute, before which the size is put. */
type QrCodePlace = { sizeCm: number; style: string };

/** The QR code of a text with error correction M, as vector modules, without its quiet zone. */
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

/** Width in modules of the QR code of a text. */
export function qrCodeModules(text: string): number {
  return qrCodeRows(text).length;
}

/** The modules of the QR code, row by row; true is dark. The library adds a border of one module at least. */
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
