import { dashed, rectangle } from '../../html/svg-path.ts';
import { wrapText } from '../../html/wrap-text.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, merged } from '../../html/block.ts';
import { drawFields } from '../drawing/field-row.ts';
import { textBox } from '../drawing/text-box.ts';
import { paddingCm, smallPt } from '../drawing/type-size.ts';
import type { Sheet } from '../sheet.ts';
import { stubNumber, stubWords } from './stub-text.ts';

const heightCm = 2.12;
const stubCm = 1.7;
const numberCm = 4.47;

/** The stub that the recipient signs, above the line to cut along (Canhoto of a portrait sheet). */
export function stub(note: AuthorizedNote, sheet: Sheet): Block {
  const { leftCm, printWidthCm, fieldCm } = sheet;
  const wordsCm = printWidthCm - numberCm;
  const lines = wrapText(stubWords(note), wordsCm - 2 * paddingCm, { sizePt: smallPt }).slice(0, 3);
  const rightCm = leftCm + wordsCm;

  return {
    heightCm,
    draw(topCm) {
      const signature = drawFields(
        sheet,
        [{ label: 'DATA DE RECEBIMENTO', widthsCm: [4.1, 4.1] }, { label: 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR' }],
        { leftCm, topCm: topCm + fieldCm, widthCm: wordsCm },
      );
      const numberPlace = { leftCm: rightCm, topCm: topCm + 0.2, widthCm: numberCm };
      return merged([
        signature,
        {
          content: [
            textBox('lines', { leftCm: leftCm + paddingCm, topCm: topCm + 0.04 }, lines),
            textBox('number', numberPlace, stubNumber(note)),
          ],
          rules: rectangle(leftCm, topCm, wordsCm, fieldCm) + rectangle(rightCm, topCm, numberCm, stubCm),
          hairlines: dashed(leftCm, topCm + (stubCm + heightCm) / 2, printWidthCm),
        },
      ]);
    },
  };
}
