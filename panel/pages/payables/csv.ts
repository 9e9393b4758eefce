import { byteOrderMark, csvLine, harmless } from '../../../domain/imports/cell.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import type { PayableOfNote } from '../../../operations/received/find.ts';
import { shortDay } from '../../parts/words.ts';
import { standingOf } from './words.ts';

const titles = ['Vencimento', 'Valor', 'Situação', 'Paga em', 'Fornecedor', 'CPF ou CNPJ', 'Nota', 'Parcela', 'Chave'];

/** Payables as a spreadsheet of Brazil opens them; nothing that a supplier wrote is computed. */
export function payablesCsv(payables: readonly PayableOfNote[]): string {
  const lines = payables.map(({ payable, note }) =>
    [
      shortDay(payable.dueDate),
      payable.amount.replace('.', ','),
      standingOf(payable),
      payable.paidOn ? shortDay(payable.paidOn) : '',
      payable.supplierName,
      payable.supplierTaxId ? taxIdMask(payable.supplierTaxId) : '',
      note.number ?? '',
      payable.number ?? '',
      // Digits alone would become a number, and lose the last of them.
      note.accessKey.replace(/(.{4})(?=.)/g, '$1 '),
    ].map(harmless),
  );
  return byteOrderMark + [titles, ...lines].map((cells) => `${csvLine(cells, ';')}\r\n`).join('');
}
