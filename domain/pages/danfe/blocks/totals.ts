import { inForce, type LawCalendar } from '../../../law-calendar.ts';
import { child, textOf } from '../../../xml/reader.ts';
import type { Block } from '../../html/drawing.ts';
import { brazilianMoney } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type DanfeField, fieldRow, soleRow, titled } from '../fields.ts';
import type { Sheet } from '../sheet.ts';

/** Totals of ICMS, IPI, products and note (Cálculo do imposto). */
export function taxTotals({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const total = (label: string, tag: string): DanfeField => ({
    label,
    text: brazilianMoney(textOf(infNFe, 'total', 'ICMSTot', tag)),
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

const reformTitle = 'TOTAL DO IBS / CBS / IS';
/** Totals of IBS, CBS and the selective tax, where the XML has them and the block is in use on the note's day (NT 2026.010; W33 to W61). */
export function ibsCbsTotals({ infNFe }: AuthorizedNote, sheet: Sheet, calendar?: LawCalendar): Block {
  const environment = textOf(infNFe, 'ide', 'tpAmb') === '1' ? 'PRODUCTION' : 'HOMOLOGATION';
  const date = (textOf(infNFe, 'ide', 'dhEmi') ?? '').slice(0, 10);
  if (!inForce('DANFE_TOTALS_OF_THE_REFORM', { environment, date }, calendar)) return titled(sheet, reformTitle, []);
  const reform = child(infNFe, 'total', 'IBSCBSTot');
  const selective = textOf(infNFe, 'total', 'ISTot', 'vIS');
  const of = (...path: string[]) => reform && textOf(reform, ...path);
  const totals: [string, string | undefined][] = [
    ['VALOR DA CBS', of('gCBS', 'vCBS')],
    ['VALOR DO IBS ESTADUAL', of('gIBS', 'gIBSUF', 'vIBSUF')],
    ['VALOR DO IBS MUNICIPAL', of('gIBS', 'gIBSMun', 'vIBSMun')],
    ['VALOR DO IS', selective],
    ['IBS MONOFÁSICO', of('gMono', 'vIBSMono')],
    ['CBS MONOFÁSICA', of('gMono', 'vCBSMono')],
    ['IBS MONO. RETENÇÃO', of('gMono', 'vIBSMonoReten')],
    ['CBS MONO. RETENÇÃO', of('gMono', 'vCBSMonoReten')],
  ];
  const fields = totals
    .filter(([, value]) => value !== undefined)
    .map(([label, value]): DanfeField => ({ label, text: brazilianMoney(value), align: 'right' }));
  return titled(sheet, reformTitle, fields.length > 0 ? [soleRow(sheet, reformTitle, fields)] : []);
}

const issqnTitle = 'CÁLCULO DO ISSQN';

/** Totals of services under ISSQN (Cálculo do ISSQN); left out where the note has none. */
export function issqn({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const totals = child(infNFe, 'total', 'ISSQNtot');
  if (!totals) return titled(sheet, issqnTitle, []);
  return titled(sheet, issqnTitle, [
    soleRow(sheet, issqnTitle, [
      { label: 'INSCRIÇÃO MUNICIPAL', text: textOf(infNFe, 'emit', 'IM') },
      { label: 'VALOR TOTAL DOS SERVIÇOS', text: brazilianMoney(textOf(totals, 'vServ')), align: 'right' },
      { label: 'BASE DE CÁLCULO DO ISSQN', text: brazilianMoney(textOf(totals, 'vBC')), align: 'right' },
      { label: 'VALOR DO ISSQN', text: brazilianMoney(textOf(totals, 'vISS')), align: 'right' },
    ]),
  ]);
}
