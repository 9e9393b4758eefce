import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import type { ArchivedFile } from '../../../adapters/archives/open-zip.ts';
import type { Manifest, ManifestFile } from '../../../domain/closings/manifest.ts';
import type { Report } from './closing-faults.ts';

/** Far more than any document has. */
const largestXmlBytes = 8 * 1024 * 1024;

const broken = { isWhole: false, xml: null };

/**
 * Reads a file once and checks it against the ZIP's directory and the manifest.
 *
 * @returns whether it is as it should be; for an XML also its content, while other files are not kept in memory
 */
export async function checkContent(
  file: ArchivedFile,
  said: ManifestFile | null,
  report: Report,
): Promise<{ isWhole: boolean; xml: Buffer | null }> {
  const isXml = said !== null && ['XML', 'EVENT', 'INUTILIZATION'].includes(said.kind) && said.size <= largestXmlBytes;
  const held: Buffer[] = [];
  const hash = createHash('sha256');
  let [size, sum] = [0, 0];
  try {
    for await (const chunk of chunksOf(await file.read())) {
      hash.update(chunk);
      sum = crc32(chunk, sum);
      size += chunk.length;
      if (isXml) held.push(chunk);
    }
  } catch (error) {
    report(
      'damaged_file',
      file.name,
      `O arquivo está danificado no ZIP (${error instanceof Error ? error.message : String(error)})`,
    );
    return broken;
  }
  if (sum !== file.crc32) {
    report('damaged_file', file.name, 'O arquivo está danificado no ZIP: o CRC-32 é outro');
    return broken;
  }
  if (said && (said.size !== size || said.sha256 !== hash.digest('hex'))) {
    report('changed_file', file.name, 'O arquivo não é o que o manifesto lista: tamanho ou SHA-256 é outro');
    return broken;
  }
  return { isWhole: true, xml: isXml ? Buffer.concat(held) : null };
}

async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
}

const record = z.array(z.string());
const statuses = { Autorizado: 'AUTHORIZED', Cancelado: 'CANCELLED' } as const;

/** Checks that the table for people lists the manifest's documents, each as often and with the same status; it is read row by row. */
export async function checkTable(file: ArchivedFile, { documents }: Manifest, report: Report): Promise<void> {
  const left = new Map(documents.map(({ accessKey, status }) => [accessKey, status]));
  let strange = 0;
  try {
    const rows = parse({ bom: true, delimiter: ';', relax_column_count: true });
    await pipeline(await file.read(), rows, async (read: AsyncIterable<unknown>) => {
      for await (const row of read) {
        const cells = record.parse(row);
        const [, status] = Object.entries(statuses).find(([word]) => word === cells[0]) ?? [];
        if (status === undefined) continue; // A heading, or a line of numbers without a document
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
