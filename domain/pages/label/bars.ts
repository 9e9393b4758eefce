import type { AuthorizedNote } from '../danfe/authorized-note.ts';
import { textBox } from '../danfe/fields.ts';
import type { Sheet } from '../danfe/sheet.ts';
import { barcode, barcodeDown, code128Modules } from '../html/barcodes.ts';
import { type Block, type Drawing, rectangle } from '../html/drawing.ts';

/** Two dots of a printer of labels (203 dpi): bars of other widths come out uneven there. */
const moduleCm = 0.025;
const quietCm = 10 * moduleCm;
/** At the least 0.8 (MOC 7.0 Anexo II, 2). */
const barsCm = 1.1;
const marginCm = 0.15;
/** Of a key with letters, on whatever printer (NT Conjunta 2025.001). */
const withLettersCm = 11.6;

const nameLineCm = 0.36;
const name = ['DANFE', 'Simplificado', '– Etiqueta'];

/** What the sticker is, and the bars in its upper right corner unless they stand elsewhere. */
export function head({ accessKey }: AuthorizedNote, sheet: Sheet, { hasBars }: { hasBars: boolean }): Block {
  const { leftCm, printWidthCm } = sheet;
  const heightCm = hasBars ? barsCm + 2 * marginCm : nameLineCm + 2 * marginCm;
  const codeCm = code128Modules(accessKey) * moduleCm;
  const boxCm = hasBars ? codeCm + 2 * quietCm : 0;
  const nameCm = printWidthCm - boxCm;
  return {
    heightCm,
    draw(topCm) {
      const bars = { leftCm: leftCm + nameCm + quietCm, topCm: topCm + marginCm, widthCm: codeCm, heightCm: barsCm };
      return {
        content: [
          textBox('words', { leftCm, topCm: topCm + marginCm, widthCm: nameCm }, hasBars ? name : [name.join(' ')]),
          ...(hasBars ? [barcode(accessKey, bars)] : []),
        ],
        rules:
          rectangle(leftCm, topCm, nameCm, heightCm) +
          (hasBars ? rectangle(leftCm + nameCm, topCm, boxCm, heightCm) : ''),
        hairlines: '',
      };
    },
  };
}

/** The bars of a key with letters, down the right edge, and what they take of the width; null where the key has none. */
export function sideBars({ accessKey }: AuthorizedNote, sheet: Sheet): { widthCm: number; drawing: Drawing } | null {
  if (!/[A-Z]/.test(accessKey)) return null;
  const widthCm = barsCm + 2 * marginCm;
  const leftCm = sheet.leftCm + sheet.printWidthCm - widthCm;
  const quiet = 10 * (withLettersCm / code128Modules(accessKey));
  const bars = { leftCm: leftCm + marginCm, topCm: sheet.topCm + quiet, widthCm: barsCm, heightCm: withLettersCm };
  const drawing = {
    content: [barcodeDown(accessKey, bars)],
    rules: rectangle(leftCm, sheet.topCm, widthCm, withLettersCm + 2 * quiet),
    hairlines: '',
  };
  return { widthCm, drawing };
}
