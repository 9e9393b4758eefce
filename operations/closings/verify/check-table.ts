import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import type { ArchivedFile } from '../../../adapters/archives/opened-zip.ts';
import type { Manifest } from '../../../domain/closings/manifest.ts';
import type { Report } from './faults.ts';

const record = z.array(z.string());
const statuses = { Autorizado: 'AUTHORIZED', Cancelado: 'CANCELLED' } as const;

/** Checks that the table for people has the manifest's documents, each as often and in the same state; it is read row by row. */
export async function checkTable(file: ArchivedFile, { documents }: Manifest, report: Report): Promise<void> {
  const left = new Map(documents.map(({ accessKey, status }) => [accessKey, status]));
  let strange = 0;
  try {
    const rows = parse({ bom: true, delimiter: ';', relax_column_count: true });
    await pipeline(await file.read(), rows, async (read: AsyncIterable<unknown>) => {
      for await (const row of read) {
        const cells = record.parse(row);
        const [, status] = Object.entries(statuses).find(([word]) => word === cells[0]) ?? [];
        if (status === undefined) continue; // a heading, or numbers without a document
        const key = cells.map((cell) => cell.replaceAll(' ', '')).find((cell) => left.get(cell) === status);
        if (key === undefined) strange += 1;
        else left.delete(key);
      }
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return report('wrong_table', file.name, 'A planilha não pode ser lida como CSV');
  }
  if (strange > 0)
    report('wrong_table', file.name, `A planilha tem ${strange} linhas de notas que não estão no manifesto`);
  if (left.size > 0) report('wrong_table', file.name, `Faltam na planilha ${left.size} notas do manifesto`);
}
