import { rectangle } from '../../html/svg-path.ts';
import { wrapText } from '../../html/wrap-text.ts';
import type { Block } from '../../html/block.ts';
import { type Frame, lineFrame } from '../drawing/pagination.ts';
import type { TextPlace } from '../../html/placed-text.ts';
import { textBox } from '../drawing/text-box.ts';
import { titled, titleHeightCm } from '../drawing/titled.ts';
import { paddingCm, smallPt } from '../drawing/type-size.ts';
import type { Sheet } from '../sheet.ts';

const labelCm = 0.3;
const marginCm = 0.1;
const lowestBoxCm = 1.7;

/** Lines of the box as MOC 7.0 Anexo II draws it (3.07 cm). */
export const usualInfoLines = 10;

/** What the block takes of a sheet. */
export function additionalFrame(sheet: Sheet): Frame {
  return lineFrame(titleHeightCm(sheet) + labelCm + marginCm, lowestBoxCm - labelCm - marginCm);
}

/** Paragraphs in lines that fit the box of complementary information. */
export function additionalLines(sheet: Sheet, paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap((paragraph) => wrapText(paragraph, sheet.infoCm - 2 * paddingCm, { sizePt: smallPt }));
}

/** Complementary information, and beside it what the authority has to say (Dados adicionais). */
export function additionalData(sheet: Sheet, lines: readonly string[], authorityMessage: string | undefined): Block {
  const widthCm = sheet.infoCm;
  const heightCm = additionalFrame(sheet).heightCm(lines.length) - titleHeightCm(sheet);
  const rightCm = sheet.leftCm + widthCm;
  const reservedCm = sheet.printWidthCm - widthCm;
  const message = wrapText(authorityMessage ?? '', reservedCm - 2 * paddingCm, { sizePt: smallPt });
  const block: Block = {
    heightCm,
    draw: (topCm) => ({
      content: [
        textBox('label', placeAt(sheet.leftCm, topCm + sheet.labelTopCm), ['INFORMAÇÕES COMPLEMENTARES']),
        textBox('lines', placeAt(sheet.leftCm, topCm + labelCm), lines),
        textBox('label', placeAt(rightCm, topCm + sheet.labelTopCm), ['RESERVADO AO FISCO']),
        textBox('lines', placeAt(rightCm, topCm + labelCm), message),
      ],
      rules: rectangle(sheet.leftCm, topCm, widthCm, heightCm) + rectangle(rightCm, topCm, reservedCm, heightCm),
      hairlines: '',
    }),
  };
  return titled(sheet, 'DADOS ADICIONAIS', [block]);
}

function placeAt(leftCm: number, topCm: number): TextPlace {
  return { leftCm: leftCm + paddingCm, topCm };
}
