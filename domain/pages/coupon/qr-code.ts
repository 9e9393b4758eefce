import { qrCode } from '../html/qr-code.ts';
import { at } from '../html/svg-path.ts';
import { roll, type Strip } from './strip.ts';

/** Without the quiet zone of a tenth on each side: more than the manual's 22 mm, because the symbol has some 50 modules. */
const symbolCm = 3;
const quietCm = symbolCm / 10;

/** Division V: the QR code in the middle of the roll. */
export function qrCodeStrip(text: string): Strip {
  const left = (roll.printCm - symbolCm) / 2;
  return {
    heightCm: symbolCm + 2 * quietCm,
    content: qrCode(text, { sizeCm: symbolCm, style: `margin:${at(quietCm)}cm ${at(left)}cm` }),
  };
}
