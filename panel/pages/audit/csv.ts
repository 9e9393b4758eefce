import { DateTime } from 'luxon';
import { brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import { byteOrderMark, csvLine, harmless } from '../../../domain/imports/cell.ts';
import type { AuditEntryShown } from '../../../operations/audit/find-entries.ts';
import { saysOf, whoOf } from '../../parts/audit-words.ts';

/** The first line of the file, for spreadsheets in Brazil. */
export function auditCsvHeading(): string {
  return byteOrderMark + lineOf(['Quando (Brasília)', 'Quem', 'O que fez', 'Escritório', 'Sobre', 'Pedido']);
}

/** The line of one entry. Nothing in it is computed by a spreadsheet: names are chosen by people. */
export function auditCsvLine(entry: AuditEntryShown): string {
  const { at, office, subject, requestId } = entry;
  const when = DateTime.fromJSDate(at, { zone }).toFormat('dd/MM/yyyy HH:mm:ss');
  return lineOf([when, whoOf(entry), saysOf(entry), office?.name ?? '', subject ?? '', requestId ?? '']);
}

function lineOf(cells: readonly string[]): string {
  return `${csvLine(cells.map(harmless), ';')}\r\n`;
}
