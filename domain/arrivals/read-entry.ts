import type { Arrival, Source } from '../received/arrival.ts';
import type { XmlElement } from '../xml/reader.ts';
import { documentOf, UnreadableEntry } from './fields.ts';
import { readProcEvento, readProcNFe, readResEvento, readResNFe } from './nfe.ts';
import { readEventoNfse, readNfseNote } from './nfse.ts';

/** A kind of document: the pattern of its schema names in any version, its root element, and its reader. */
type Kind = { schema: RegExp; root: string; read: (root: XmlElement) => Arrival };

/**
 * NT 2014.002 v1.40, 3.3; schemas of events may also have the event's type in their names (`procEventoCancNFe_v1.00.xsd`). OpenAPI of the ADN,
 * 2026-04.
 */
const kinds: Record<Source, Kind[]> = {
  NFE: [
    { schema: /^resNFe_/, root: 'resNFe', read: readResNFe },
    { schema: /^procNFe_/, root: 'nfeProc', read: readProcNFe },
    { schema: /^resEvento_/, root: 'resEvento', read: readResEvento },
    { schema: /^proc(?!NFe_)[A-Za-z0-9]+_/, root: 'procEventoNFe', read: readProcEvento },
  ],
  NFSE: [
    { schema: /^NFSE$/, root: 'NFSe', read: readNfseNote },
    { schema: /^EVENTO$/, root: 'evento', read: readEventoNfse },
  ],
};

/**
 * Reads one document of a lot.
 *
 * @param schema `docZip@schema`, or TipoDocumento of the ADN
 * @param xml the inflated document: its text, or its bytes, which must be UTF-8
 * @throws UnreadableEntry
 */
export function readEntry(source: Source, schema: string, xml: string | Uint8Array): Arrival {
  const kind = kinds[source].find((each) => each.schema.test(schema));
  if (!kind) throw new UnreadableEntry(`O esquema "${schema.slice(0, 60)}" não é conhecido`);
  const root = documentOf(xml);
  if (root.name !== kind.root) {
    throw new UnreadableEntry(`O esquema é ${schema.slice(0, 60)}, e o documento é ${root.name.slice(0, 60)}`);
  }
  return kind.read(root);
}

/** Longest base64 text; far above any document, whose messages are limited to 500 KB before compression. */
const longest = 8 * 1024 * 1024;

/**
 * The gzip file in an entry of a lot, still compressed.
 *
 * @param content base64, as the entry has it
 * @throws UnreadableEntry
 */
export function gzipIn(content: string): Buffer {
  if (content.length > longest) throw new UnreadableEntry('O documento compactado é grande demais');
  const text = content.replace(/\s/g, '');
  if (text === '') throw new UnreadableEntry('O lote não traz o documento');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new UnreadableEntry('O documento não está em base64');
  }
  return Buffer.from(text, 'base64');
}
