import type { ComputedNote } from '../../documents/computed-note.ts';
import type { NoteIdentity } from '../identity.ts';
import { field, group } from '../../xml/writer.ts';

/** Group Y: the invoice and its instalments; nothing for a note that is not paid by term. */
export function layoutCobr({ invoice }: ComputedNote, { number }: Pick<NoteIdentity, 'number'>): string {
  if (!invoice) return '';
  return group(
    'cobr',
    group(
      'fat', // Y02
      field('nFat', String(number)), // Y03: the number of the note, as companies number their invoices
      field('vOrig', invoice.original), // Y04
      field('vDesc', invoice.discount), // Y05
      field('vLiq', invoice.net), // Y06
    ),
    ...invoice.installments.map((installment) =>
      group(
        'dup', // Y07
        field('nDup', installment.number), // Y08
        field('dVenc', installment.dueDate), // Y09
        field('vDup', installment.value), // Y10
      ),
    ),
  );
}
