import { type Block, titled } from '../block.ts';
import { lineFrame } from '../line-frame.ts';
import { rectangle } from '../path.ts';
import { sheet } from '../sheet.ts';
import { textBox, type TextPlace } from '../text-box.ts';
import { wrapText } from '../wrap-text.ts';

const widthCm = 12.95;
const labelCm = 0.3;
const marginCm = 0.1;
const lowestBoxCm = 1.7;

/** Lines of the box as MOC 7.0 Anexo II draws it (3.07 cm). */
export const usualInfoLines = 10;

/** What the block takes of a sheet. */
export const additionalFrame = lineFrame(sheet.titleCm + labelCm + marginCm, lowestBoxCm - labelCm - marginCm);

/** Paragraphs in lines that fit the box of complementary information. */
export function additionalLines(paragraphs: readonly string[]): string[] {
  return paragraphs.flatMap((paragraph) =>
    wrapText(paragraph, widthCm - 2 * sheet.paddingCm, { sizePt: sheet.smallPt }),
  );
}

/** Complementary information, and beside it what the authority has to say (Dados adicionais). */
export function additionalData(lines: readonly string[], authorityMessage: string | undefined): Block {
  const heightCm = additionalFrame.heightCm(lines.length) - sheet.titleCm;
  const rightCm = sheet.leftCm + widthCm;
  const reservedCm = sheet.printWidthCm - widthCm;
  const message = wrapText(authorityMessage ?? '', reservedCm - 2 * sheet.paddingCm, { sizePt: sheet.smallPt });
  const block: Block = {
    heightCm,
    draw: (topCm) => ({
      content: [
        textBox('label', placeAt(sheet.leftCm, topCm), ['INFORMAÇÕES COMPLEMENTARES']),
        textBox('lines', placeAt(sheet.leftCm, topCm + labelCm), lines),
        textBox('label', placeAt(rightCm, topCm), ['RESERVADO AO FISCO']),
        textBox('lines', placeAt(rightCm, topCm + labelCm), message),
      ],
      rules: rectangle(sheet.leftCm, topCm, widthCm, heightCm) + rectangle(rightCm, topCm, reservedCm, heightCm),
      hairlines: '',
    }),
  };
  return titled('DADOS ADICIONAIS', [block]);
}

function placeAt(leftCm: number, topCm: number): TextPlace {
  return { leftCm: leftCm + sheet.paddingCm, topCm };
}
