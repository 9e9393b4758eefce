import { child, children, textOf, type XmlElement } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, titled } from '../block.ts';
import { fieldRow } from '../field-row.ts';
import { fitText } from '../fit-text.ts';
import { day } from '../moments.ts';
import { money } from '../numbers.ts';
import { rectangle } from '../path.ts';
import { sheet } from '../sheet.ts';
import { textBox } from '../text-box.ts';

const perRow = 5;
const mostRows = 4;
const cellCm = sheet.printWidthCm / perRow;

/** Invoice and instalments; suppressed where the note has neither (Fatura/Duplicatas). */
export function billing({ infNFe }: AuthorizedNote): Block {
  const bill = child(infNFe, 'cobr', 'fat');
  const instalments = instalmentsOf(infNFe).slice(0, perRow * mostRows);
  return titled('FATURA / DUPLICATAS', [
    ...(bill ? [billRow(bill)] : []),
    ...(instalments.length > 0 ? [instalmentGrid(instalments)] : []),
  ]);
}

/** Instalments beyond what the block holds, for the additional data: `031 10/12/2026 R$ 1,00`. */
export function remainingInstalments({ infNFe }: AuthorizedNote): string[] {
  return instalmentsOf(infNFe)
    .slice(perRow * mostRows)
    .map((instalment) => `${numberOf(instalment)} ${dueOf(instalment)} R$ ${amountOf(instalment)}`);
}

function billRow(bill: XmlElement): Block {
  return fieldRow([
    { label: 'NÚMERO DA FATURA', text: textOf(bill, 'nFat') },
    { label: 'VALOR ORIGINAL', text: money(textOf(bill, 'vOrig')), align: 'right' },
    { label: 'VALOR DO DESCONTO', text: money(textOf(bill, 'vDesc')), align: 'right' },
    { label: 'VALOR LÍQUIDO', text: money(textOf(bill, 'vLiq')), align: 'right' },
  ]);
}

function instalmentGrid(instalments: readonly XmlElement[]): Block {
  const rows = Math.ceil(instalments.length / perRow);
  return {
    heightCm: rows * sheet.titleCm,
    draw(topCm) {
      const cells = instalments.map((instalment, index) => ({
        instalment,
        left: sheet.leftCm + (index % perRow) * cellCm,
        top: topCm + Math.floor(index / perRow) * sheet.titleCm,
      }));
      return {
        content: cells.map(({ instalment, left, top }) => {
          const words = [numberOf(instalment), dueOf(instalment), `R$ ${amountOf(instalment)}`].join('   ');
          const { lines } = fitText(words, cellCm - 2 * sheet.paddingCm, { largestPt: 8, smallestPt: 8, maxLines: 1 });
          return textBox('instalment', { leftCm: left, topCm: top, widthCm: cellCm }, lines);
        }),
        rules: cells.map(({ left, top }) => rectangle(left, top, cellCm, sheet.titleCm)).join(''),
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
  return money(textOf(instalment, 'vDup'));
}
