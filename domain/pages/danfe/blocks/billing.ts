import { day } from '../../../moments.ts';
import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { type Block, rectangle } from '../../html/drawing.ts';
import { fitText } from '../../html/text.ts';
import { brazilianMoney } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { fieldRow, leastRowsCm, paddingCm, smallPt, textBox, titled } from '../fields.ts';
import type { Sheet } from '../sheet.ts';

const title = 'FATURA / DUPLICATAS';
/** How many instalments fit both kinds of sheet; further ones go into the additional data. */
const mostInstalments = 20;

/** Invoice and instalments (Fatura/Duplicatas); left out where the note has neither. */
export function billing({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const bill = child(infNFe, 'cobr', 'fat');
  const instalments = instalmentsOf(infNFe).slice(0, mostInstalments);
  const leastCm = leastRowsCm(sheet, title);
  const rowCount = Math.ceil(instalments.length / sheet.instalmentsPerRow);
  const cellHeightCm = bill ? sheet.instalmentCm : Math.max(sheet.instalmentCm, leastCm / rowCount);
  const billCm = Math.max(sheet.fieldCm, leastCm - rowCount * sheet.instalmentCm);
  return titled(sheet, title, [
    ...(bill ? [billRow(sheet, bill, billCm)] : []),
    ...(rowCount > 0 ? [instalmentGrid(sheet, instalments, cellHeightCm)] : []),
  ]);
}

/** Instalments that do not fit the block, for the additional data: `031 10/12/2026 R$ 1,00`. */
export function remainingInstalments({ infNFe }: AuthorizedNote): string[] {
  return instalmentsOf(infNFe)
    .slice(mostInstalments)
    .map((instalment) => `${numberOf(instalment)} ${dueOf(instalment)} R$ ${amountOf(instalment)}`);
}

function billRow(sheet: Sheet, bill: XmlElement, heightCm: number): Block {
  return fieldRow(
    sheet,
    [
      { label: 'NÚMERO DA FATURA', text: textOf(bill, 'nFat') },
      { label: 'VALOR ORIGINAL', text: brazilianMoney(textOf(bill, 'vOrig')), align: 'right' },
      { label: 'VALOR DO DESCONTO', text: brazilianMoney(textOf(bill, 'vDesc')), align: 'right' },
      { label: 'VALOR LÍQUIDO', text: brazilianMoney(textOf(bill, 'vLiq')), align: 'right' },
    ],
    heightCm,
  );
}

function instalmentGrid(sheet: Sheet, instalments: readonly XmlElement[], cellHeightCm: number): Block {
  const perRow = sheet.instalmentsPerRow;
  const cellCm = sheet.printWidthCm / perRow;
  const rows = Math.ceil(instalments.length / perRow);
  return {
    heightCm: rows * cellHeightCm,
    draw(topCm) {
      const cells = instalments.map((instalment, index) => ({
        instalment,
        left: sheet.leftCm + (index % perRow) * cellCm,
        top: topCm + Math.floor(index / perRow) * cellHeightCm,
      }));
      return {
        content: cells.map(({ instalment, left, top }) => {
          const words = [numberOf(instalment), dueOf(instalment), `R$ ${amountOf(instalment)}`].join('   ');
          const { lines, sizePt } = fitText(words, cellCm - 2 * paddingCm, {
            largestPt: 8,
            smallestPt: smallPt,
            maxLines: 1,
          });
          return textBox(
            'instalment',
            { leftCm: left, topCm: top + (cellHeightCm - sheet.instalmentCm) / 2, widthCm: cellCm, sizePt },
            lines,
          );
        }),
        rules: cells.map(({ left, top }) => rectangle(left, top, cellCm, cellHeightCm)).join(''),
        hairlines: '',
      };
    },
  };
}

function instalmentsOf(infNFe: XmlElement): XmlElement[] {
  const billing = child(infNFe, 'cobr');
  return billing ? children(billing, 'dup') : [];
}

function numberOf(instalment: XmlElement): string {
  return textOf(instalment, 'nDup') ?? '';
}

function dueOf(instalment: XmlElement): string {
  return day(textOf(instalment, 'dVenc'));
}

function amountOf(instalment: XmlElement): string {
  return brazilianMoney(textOf(instalment, 'vDup'));
}
