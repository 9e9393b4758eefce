import { child, textOf } from '../../../xml/reader.ts';
import { money } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Block } from '../../html/block.ts';
import type { Field } from '../drawing/field-row.ts';
import { soleRow, titled } from '../drawing/titled.ts';
import type { Sheet } from '../sheet.ts';

const title = 'TOTAL DO IBS / CBS / IS';
/** Day, in the note's own offset, from which its sheet has the block (NT 2026.010). */
const inForceFrom = '2026-12-01';

/** Totals of the taxes of the reform, where the XML carries them (NT 2026.010; W33 to W61). */
export function ibsCbsTotals({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  if ((textOf(infNFe, 'ide', 'dhEmi') ?? '') < inForceFrom) return titled(sheet, title, []);
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
    .map(([label, value]): Field => ({ label, text: money(value), align: 'right' }));
  return titled(sheet, title, fields.length > 0 ? [soleRow(sheet, title, fields)] : []);
}
