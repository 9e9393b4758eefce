import { qrCode, qrCodeModules } from '../html/qr-code.ts';
import { at } from '../html/svg-path.ts';
import { roll, type Strip } from './strip.ts';

/** Without the quiet zone of a tenth on each side: more than the manual's 22 mm, because the symbol has some 50 modules. */
const usualCm = 3;
/** Four dots of a thermal printer: the symbol of a note issued offline has up to 90 modules, and is larger for it. */
const moduleCm = 0.05;

/** Division V: the QR code in the middle of the roll. */
export function qrCodeStrip(text: string): Strip {
  const sizeCm = Math.max(usualCm, qrCodeModules(text) * moduleCm);
  const quietCm = sizeCm / 10;
  const left = (roll.printCm - sizeCm) / 2;
  return {
    heightCm: sizeCm + 2 * quietCm,
    content: qrCode(text, { sizeCm, style: `margin:${at(quietCm)}cm ${at(left)}cm` }),
  };
}
