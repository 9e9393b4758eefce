import { Readable } from 'node:stream';
import { DateTime } from 'luxon';
import { brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import { byteOrderMark, csvLine, withoutFormula } from '../../../domain/imports/cell.ts';
import type { AuditEntryShown, AuditPage } from '../../../operations/audit/find-entries.ts';
import { entryInWords, whoOf } from '../../parts/audit-words.ts';

const readAtOnce = 500;

/** Reads the entries that come after a given one. */
export type ReadEntries = (from: { limit: number; after: string | undefined }) => Promise<AuditPage>;

/**
 * All entries as a CSV that spreadsheets in Brazil open, read while it is sent.
 *
 * @param isOfAll whether each line names its company
 */
export function auditCsv(read: ReadEntries, { isOfAll }: { isOfAll: boolean }): Readable {
  async function* lines(): AsyncGenerator<string, void, undefined> {
    const titles = ['Quando (Brasília)', 'Quem', 'O que fez', 'Escritório', 'Sobre', 'Pedido'];
    yield byteOrderMark + lineOf(isOfAll ? ['Empresa', 'CNPJ ou CPF', ...titles] : titles);
    let after: string | undefined;
    do {
      const { entries, next } = await read({ limit: readAtOnce, after });
      const rows = entries.map((entry) =>
        isOfAll ? [entry.company?.name ?? '', entry.company?.taxId ?? '', ...cellsOf(entry)] : cellsOf(entry),
      );
      yield rows.map(lineOf).join('');
      after = next ?? undefined;
    } while (after !== undefined);
  }
  return Readable.from(lines(), { objectMode: false });
}

/** One CSV line whose cells no spreadsheet runs as formulas: people choose the names in them. */
function lineOf(cells: readonly string[]): string {
  return `${csvLine(cells.map(withoutFormula), ';')}\r\n`;
}

function cellsOf(entry: AuditEntryShown): string[] {
  const { at, office, subject, requestId } = entry;
  const when = DateTime.fromJSDate(at, { zone }).toFormat('dd/MM/yyyy HH:mm:ss');
  return [when, whoOf(entry), entryInWords(entry), office?.name ?? '', subject ?? '', requestId ?? ''];
}
