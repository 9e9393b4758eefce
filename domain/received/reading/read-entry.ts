import type { Arrival, Source } from './arrival.ts';
import { UnreadableEntry } from './unreadable-entry.ts';

/**
 * Reads one document of a lot.
 *
 * @param schema `docZip@schema`, or TipoDocumento of the ADN
 * @param xml the inflated document: its text, or its bytes, which must be UTF-8
 * @throws UnreadableEntry
 */
export function readEntry(source: Source, schema: string, xml: string | Uint8Array): Arrival {
  throw new UnreadableEntry(`o esquema ${schema} de ${source} não é conhecido (${xml.length})`);
}
