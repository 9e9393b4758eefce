import { setImmediate } from 'node:timers/promises';
import { inspectGzip } from '../../adapters/archives/inspect-gzip.ts';
import { type GzipFault, GzipRefused } from '../../adapters/archives/gzip-refused.ts';
import type { LotEntry } from '../../domain/conversation/distribution.ts';
import type { DistributionSource } from '../../domain/distribution/distribution.entity.ts';
import { readEntry } from '../../domain/received/reading/read-entry.ts';
import { UnreadableEntry } from '../../domain/received/reading/unreadable-entry.ts';
import type { Arrival } from '../../domain/received/reading/arrival.ts';
import type { SignatureVerdict } from '../../domain/received/words.ts';

/** The largest file that is opened, in gzip and inflated. A note has half a megabyte at most. */
const maxGzipBytes = 4 * 1024 * 1024;
const maxXmlBytes = 16 * 1024 * 1024;

/** One entry of a lot, opened as far as it can be. */
export type OpenedEntry = Kept & (Read | Unread);
export type ReadEntry = Kept & Read;

/** What is kept of every entry; `bytes` are the gzip file, or the text as it came where its base64 is broken. */
type Kept = { nsu: bigint; schema: string; bytes: Buffer };
type Read = { crc32: number; size: number; arrival: Arrival; signature: SignatureVerdict | null };
/** `fault` is a sentence in Portuguese. */
type Unread = { crc32: number | null; size: number | null; fault: string };

/** Opens the entries of a lot one by one; between them, other work of the process goes on. Never rejects: what cannot be read is told. */
export async function openLot(source: DistributionSource, entries: LotEntry[]): Promise<OpenedEntry[]> {
  const opened: OpenedEntry[] = [];
  for (const entry of entries) {
    opened.push(openEntry(source, entry));
    await setImmediate();
  }
  return opened;
}

function openEntry(source: DistributionSource, { nsu, schema, content }: LotEntry): OpenedEntry {
  const bytes = fromBase64(content);
  if (bytes === null) return { nsu, schema, bytes: Buffer.from(content), crc32: null, size: null, fault: brokenBase64 };
  const kept = { nsu, schema, bytes };
  if (bytes.length > maxGzipBytes) return { ...kept, crc32: null, size: null, fault: gzipFaults.large };
  let inside: { crc32: number; size: number } = { crc32: 0, size: 0 };
  let isOpen = false;
  try {
    const { content: xml, crc32, size } = inspectGzip(bytes, { maxSize: maxXmlBytes });
    inside = { crc32, size };
    isOpen = true;
    const arrival = readEntry(source, schema, xml);
    return { ...kept, ...inside, arrival, signature: null };
  } catch (error) {
    return { ...kept, ...(isOpen ? inside : { crc32: null, size: null }), fault: inWords(error) };
  }
}

/** The bytes of a base64 text, in which white space counts for nothing; null where it is none. */
function fromBase64(text: string): Buffer | null {
  const plain = text.replace(/\s+/g, '');
  return plain !== '' && plain.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(plain)
    ? Buffer.from(plain, 'base64')
    : null;
}

const brokenBase64 = 'O conteúdo não é base64.';

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

/** @throws what is a fault of ours, so that it is told as one and not as one of the file */
function inWords(error: unknown): string {
  if (error instanceof GzipRefused) return gzipFaults[error.fault];
  if (error instanceof UnreadableEntry) return `O arquivo não pôde ser lido: ${error.reason}.`;
  throw error;
}
