import { Readable } from 'node:stream';
import type { Environment } from '../../../domain/companies/settings.ts';
import { byteOrderMark, csvLine, withoutFormula } from '../../../domain/imports/cell.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { everyPayable, type InTransaction, type PayableQuery } from '../../../operations/lists/payables.ts';
import { type PayableOfNote, withNotes } from '../../../operations/received/find-received.ts';
import { shortDay } from '../../parts/words.ts';
import { payableInWords } from './words.ts';

const titles = ['Vencimento', 'Valor', 'Situação', 'Paga em', 'Fornecedor', 'CPF ou CNPJ', 'Nota', 'Parcela', 'Chave'];

/** All payables that match a query as a CSV that spreadsheets in Brazil open, read while it is sent. @throws DomainError as `findPayables` */
export function payablesCsv(reading: InTransaction, environment: Environment, query: PayableQuery): Readable {
  const batches = everyPayable(reading, environment, query);
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield byteOrderMark + line(titles);
    for await (const payables of batches) {
      const rows = await reading((em) => withNotes(em, payables));
      yield rows.map(row).join('');
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** One CSV line; `line` keeps spreadsheets from running what a supplier wrote as a formula. */
function row({ payable, note }: PayableOfNote): string {
  return line([
    shortDay(payable.dueDate),
    payable.amount.replace('.', ','),
    payableInWords(payable),
    payable.paidOn ? shortDay(payable.paidOn) : '',
    payable.supplierName,
    payable.supplierTaxId ? taxIdMask(payable.supplierTaxId) : '',
    note.number ?? '',
    payable.number ?? '',
    // Without the blanks a spreadsheet reads the key as a number, and drops its last digits.
    note.accessKey.replace(/(.{4})(?=.)/g, '$1 '),
  ]);
}

function line(cells: readonly string[]): string {
  return `${csvLine(cells.map(withoutFormula), ';')}\r\n`;
}
