import { Readable } from 'node:stream';
import { byteOrderMark, csvLine, withoutFormula } from '../../../domain/imports/cell.ts';
import { accessKeyMask, taxIdMask } from '../../../domain/masks.ts';
import type { NotePlace, PortfolioNote, PortfolioNotes } from '../../../operations/received/portfolio-list.ts';
import { shortDate } from '../../parts/words.ts';
import { kindWords, standing } from '../received/words.ts';

const titles = [
  ...['Empresa', 'CNPJ ou CPF da empresa', 'Fornecedor', 'CPF ou CNPJ', 'Documento', 'Série', 'Número', 'Emissão'],
  ...['Valor', 'Situação', 'Chave'],
];

/**
 * Every note of a list as a CSV that spreadsheets in Brazil open, read while it is sent.
 *
 * @param first the first page
 * @param pageBehind reads a further page
 */
export function portfolioCsv(
  first: PortfolioNotes,
  pageBehind: (behind: NotePlace) => Promise<PortfolioNotes>,
): Readable {
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield byteOrderMark + line(titles) + first.notes.map(row).join('');
    let behind = first.next;
    while (behind) {
      const { notes, next } = await pageBehind(behind);
      yield notes.map(row).join('');
      behind = next;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** One CSV line; `line` keeps spreadsheets from running what a supplier wrote as a formula. */
function row(note: PortfolioNote): string {
  const { company, issuerName, issuerTaxId, schemaType, series, number, emissionDate, totalValue, accessKey } = note;
  return line([
    company.name,
    taxIdMask(company.taxId),
    issuerName ?? '',
    issuerTaxId ? taxIdMask(issuerTaxId) : '',
    kindWords[schemaType],
    series ?? '',
    number ?? '',
    shortDate(emissionDate),
    totalValue?.replace('.', ',') ?? '',
    standing(note, note.answer).word,
    // Without a mask a spreadsheet reads the key as a number, and drops its last digits.
    accessKeyMask(accessKey),
  ]);
}

function line(cells: readonly string[]): string {
  return `${csvLine(cells.map(withoutFormula), ';')}\r\n`;
}
