import { encodeQR } from 'qr';
import { html, type Markup } from '../../domain/pages/html/markup.ts';

/** Light modules around the code, without which cameras do not find it. */
const border = 4;

/** A text as a picture for cameras: dark on light in either scheme. */
export function qrCode(text: string, title: string): Markup {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="${title}">
    <rect width="100%" height="100%" />
    <path d="${path}" />
  </svg>`;
}
