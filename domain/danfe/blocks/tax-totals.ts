import { textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, titled } from '../block.ts';
import { type Field, fieldRow } from '../field-row.ts';
import { money } from '../numbers.ts';

/** Totals of ICMS, IPI, products and note (Cálculo do imposto). */
export function taxTotals({ infNFe }: AuthorizedNote): Block {
  const total = (label: string, tag: string): Field => ({
    label,
    text: money(textOf(infNFe, 'total', 'ICMSTot', tag)),
    align: 'right',
  });
  return titled('CÁLCULO DO IMPOSTO', [
    fieldRow([
      total('BASE DE CÁLCULO DO ICMS', 'vBC'),
      total('VALOR DO ICMS', 'vICMS'),
      total('BASE DE CÁLCULO DO ICMS ST', 'vBCST'),
      total('VALOR DO ICMS ST', 'vST'),
      { ...total('VALOR TOTAL DOS PRODUTOS', 'vProd'), widthCm: 4.07 },
    ]),
    fieldRow([
      total('VALOR DO FRETE', 'vFrete'),
      total('VALOR DO SEGURO', 'vSeg'),
      total('DESCONTO', 'vDesc'),
      { ...total('OUTRAS DESPESAS ACESSÓRIAS', 'vOutro'), widthCm: 3.6 },
      total('VALOR DO IPI', 'vIPI'),
      { ...total('VALOR TOTAL DA NOTA', 'vNF'), widthCm: 4.07, bold: true },
    ]),
  ]);
}
