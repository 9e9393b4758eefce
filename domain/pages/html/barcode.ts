import { code128 } from './code-128.ts';
import { html, type Markup } from './markup.ts';
import { at } from './svg-path.ts';

/** Where the bars stand, in centimetres, without the quiet zones. */
export type BarcodePlace = { leftCm: number; topCm: number; widthCm: number; heightCm: number };

/** The Code 128 of an access key as vector bars (MOC 7.0 Anexo II §3.9: at least 0.8 cm high, quiet zones of ten modules). */
export function barcode(accessKey: string, { leftCm, topCm, widthCm, heightCm }: BarcodePlace): Markup {
  let position = 0;
  let bars = '';
  code128(accessKey).forEach((width, index) => {
    if (index % 2 === 0) bars += `M${position} 0h${width}v1h-${width}z`;
    position += width;
  });
  const place = `left:${at(leftCm)}cm;top:${at(topCm)}cm;width:${at(widthCm)}cm;height:${at(heightCm)}cm`;
  return html`<svg class="bars" style="${place}" viewBox="0 0 ${position} 1" preserveAspectRatio="none">
    <path d="${bars}" />
  </svg>`;
}
