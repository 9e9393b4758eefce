import { textOf } from '../../../xml/reader.ts';
import { money } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Block } from '../../html/block.ts';
import { type Field, fieldRow } from '../drawing/field-row.ts';
import { titled } from '../drawing/titled.ts';
import type { Sheet } from '../sheet.ts';

/** Totals of ICMS, IPI, products and note (Cálculo do imposto). */
export function taxTotals({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const total = (label: string, tag: string): Field => ({
    label,
    text: money(textOf(infNFe, 'total', 'ICMSTot', tag)),
    align: 'right',
  });
  return titled(sheet, 'CÁLCULO DO IMPOSTO', [
    fieldRow(sheet, [
      total('BASE DE CÁLCULO DO ICMS', 'vBC'),
      total('VALOR DO ICMS', 'vICMS'),
      total('BASE DE CÁLCULO DO ICMS ST', 'vBCST'),
      total('VALOR DO ICMS ST', 'vST'),
      { ...total('VALOR TOTAL DOS PRODUTOS', 'vProd'), widthsCm: [4.32, 5.21] },
    ]),
    fieldRow(sheet, [
      total('VALOR DO FRETE', 'vFrete'),
      total('VALOR DO SEGURO', 'vSeg'),
      total('DESCONTO', 'vDesc'),
      { ...total('OUTRAS DESPESAS ACESSÓRIAS', 'vOutro'), widthsCm: [3.6, 4.32] },
      total('VALOR DO IPI', 'vIPI'),
      { ...total('VALOR TOTAL DA NOTA', 'vNF'), widthsCm: [4.07, 4.95], bold: true },
    ]),
  ]);
}
