import { setImmediate } from 'node:timers/promises';
import { type GzipFault, GzipRefused, inspectGzip } from '../../adapters/archives/gzip.ts';
import { verifyReceived } from '../../adapters/xml-signature/verify.ts';
import { gzipIn, readEntry } from '../../domain/arrivals/read-entry.ts';
import { UnreadableEntry } from '../../domain/arrivals/fields.ts';
import type { LotEntry } from '../../domain/conversation/distribution-answer.ts';
import type { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource, SignatureCheck } from '../../domain/received/kinds.ts';
import type { Arrival } from '../../domain/received/arrival.ts';

/** The largest file that is opened: a message has at most half a megabyte, and a note is part of one. */
const maxXmlBytes = 16 * 1024 * 1024;

/** One entry of a lot: read, or with the fault for which it cannot be read. */
export type OpenedEntry = EntryFile & (EntryReading | EntryFault);
export type ReadEntry = EntryFile & EntryReading;

/** What is stored of every entry; `bytes` are the gzip file or, where its base64 is broken, the text as it came. */
type EntryFile = { nsu: bigint; schema: string; bytes: Buffer };
type EntryReading = { crc32: number; size: number; arrival: Arrival; signature: SignatureCheck | null };
/** `fault` is a sentence in Portuguese. */
type EntryFault = { crc32: number | null; size: number | null; fault: string };

/**
 * Opens the entries of a lot one by one, so that other work of the process goes on in between. Never rejects: an entry that cannot be read gets a
 * `fault`, even where our own code failed, so that one document does not hold up those after it.
 */
export async function openLot(source: DistributionSource, entries: LotEntry[]): Promise<OpenedEntry[]> {
  const opened: OpenedEntry[] = [];
  for (const entry of entries) {
    opened.push(openEntry(source, entry));
    await setImmediate();
  }
  return opened;
}

function openEntry(source: DistributionSource, { nsu, schema, content }: LotEntry): OpenedEntry {
  let bytes: Buffer = Buffer.from(content);
  let inside: { crc32: number; size: number } | null = null;
  try {
    bytes = gzipIn(content);
    const { content: xml, ...told } = inspectGzip(bytes, { maxSize: maxXmlBytes });
    inside = told;
    const arrival = readEntry(source, schema, xml);
    const signature = verifyReceived(arrival.schemaType, xml.toString());
    return { nsu, schema, bytes, ...told, arrival, signature };
  } catch (error) {
    const { crc32 = null, size = null } = inside ?? {};
    return { nsu, schema, bytes, crc32, size, fault: inWords(error) };
  }
}

const gzipFaults: Record<GzipFault, string> = {
  foreign: 'O conteúdo não é gzip.',
  header: 'O cabeçalho do gzip não é válido.',
  truncated: 'O gzip está cortado.',
  damaged: 'O gzip está danificado.',
  trailing: 'Há algo depois do fim do gzip.',
  checksum: 'O CRC-32 do gzip não confere com o conteúdo.',
  size: 'O tamanho do gzip não confere com o conteúdo.',
  large: 'O arquivo é grande demais para uma nota ou um evento.',
};

function inWords(error: unknown): string {
  if (error instanceof GzipRefused) return gzipFaults[error.fault];
  if (error instanceof UnreadableEntry) return `${error.reason}.`;
  return `O Lavra falhou ao ler o documento: ${error instanceof Error ? error.message : String(error)}`;
}

/** An opened lot, and the company that it is for. The row of the distribution is locked, if there is one, so that nobody else stores for it. */
export type OpenedLot = {
  distribution: Pick<Distribution, 'company' | 'environment' | 'source'>;
  companyTaxId: string;
  entries: OpenedEntry[];
  receivedAt: Date;
  /**
   * Whether the lot comes from files of years ago (decision 114): then no events are sent, and payables that were due before today are left out.
   */
  isPast?: true;
};
