import { child, textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, titled } from '../block.ts';
import { fieldRow } from '../field-row.ts';
import { money } from '../numbers.ts';

/** Totals of services under the municipal tax; suppressed where the note has none (Cálculo do ISSQN). */
export function issqn({ infNFe }: AuthorizedNote): Block {
  const totals = child(infNFe, 'total', 'ISSQNtot');
  if (!totals) return titled('CÁLCULO DO ISSQN', []);
  return titled('CÁLCULO DO ISSQN', [
    fieldRow([
      { label: 'INSCRIÇÃO MUNICIPAL', text: textOf(infNFe, 'emit', 'IM') },
      { label: 'VALOR TOTAL DOS SERVIÇOS', text: money(textOf(totals, 'vServ')), align: 'right' },
      { label: 'BASE DE CÁLCULO DO ISSQN', text: money(textOf(totals, 'vBC')), align: 'right' },
      { label: 'VALOR DO ISSQN', text: money(textOf(totals, 'vISS')), align: 'right' },
    ]),
  ]);
}
