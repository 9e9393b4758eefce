import { child, textOf } from '../../../xml/reader.ts';
import { money } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Block } from '../../html/block.ts';
import { soleRow, titled } from '../drawing/titled.ts';
import type { Sheet } from '../sheet.ts';

const title = 'CÁLCULO DO ISSQN';

/** Totals of services under the municipal tax; suppressed where the note has none (Cálculo do ISSQN). */
export function issqn({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const totals = child(infNFe, 'total', 'ISSQNtot');
  if (!totals) return titled(sheet, title, []);
  return titled(sheet, title, [
    soleRow(sheet, title, [
      { label: 'INSCRIÇÃO MUNICIPAL', text: textOf(infNFe, 'emit', 'IM') },
      { label: 'VALOR TOTAL DOS SERVIÇOS', text: money(textOf(totals, 'vServ')), align: 'right' },
      { label: 'BASE DE CÁLCULO DO ISSQN', text: money(textOf(totals, 'vBC')), align: 'right' },
      { label: 'VALOR DO ISSQN', text: money(textOf(totals, 'vISS')), align: 'right' },
    ]),
  ]);
}
