import { gzipSync } from 'node:zlib';
import { cancellationOf, isAuthorized } from '../events/event.ts';
import type { EventRecord, NoteRecord } from '../register/records.ts';
import { taxIdOf } from '../rules/note.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { child, nfe, readXml, textOf, writeElement } from '../xml/element.ts';
import type { Content } from './queues.ts';
import { signedBySupplier } from './suppliers.ts';

/** A document as `docZip` carries it: the name of its schema, and its gzipped bytes. */
export type ZippedDocument = { schema: string; bytes: Buffer };

type Sources = Pick<TaxAuthority, 'register' | 'suppliers'>;

/** Renders an entry of a queue. A summary says the situation of its note at this instant; all other entries never change. */
export async function zipped(what: Content, sources: Sources): Promise<ZippedDocument> {
  if ('raw' in what) {
    const kept = await sources.register.textAt(what.place);
    return { schema: what.raw.schema, bytes: Buffer.from(kept ?? '', 'base64') };
  }
  const { schema, xml } = await rendered(what, sources);
  return { schema, bytes: gzipSync(xml) };
}

/** The name of an entry's schema. */
export function schemaOf(what: Content): string {
  if ('raw' in what) return what.raw.schema;
  if ('summary' in what) return 'resNFe_v1.01.xsd';
  return 'note' in what ? 'procNFe_v4.00.xsd' : 'procEventoNFe_v1.00.xsd';
}

/** The document of a note with its signature. */
export async function noteXml(note: NoteRecord, { register, suppliers }: Sources): Promise<string> {
  const kept = (await register.xmlOf(note)) ?? '';
  return note.supplier === undefined ? kept : signedBySupplier(kept, suppliers.credentialsOf(note.supplier));
}

async function rendered(
  what: Exclude<Content, { raw: unknown }>,
  sources: Sources,
): Promise<{ schema: string; xml: string }> {
  const schema = schemaOf(what);
  if ('event' in what) return { schema, xml: what.event.procEvento };
  if ('summary' in what) {
    const { summary: note } = what;
    const events = sources.register.events(note.environment, note.chNFe);
    return { schema, xml: summaryOf(note, (await sources.register.xmlOf(note)) ?? '', events) };
  }
  const xml = await noteXml(what.note, sources);
  return { schema, xml: writeElement('nfeProc', { '@xmlns': nfe, '@versao': '4.00' }, xml + what.note.protNFe) };
}

function summaryOf(note: NoteRecord, xml: string, events: readonly EventRecord[]): string {
  const infNFe = child(readXml(xml), 'infNFe');
  const issuer = child(infNFe, 'emit');
  const taxId = taxIdOf(issuer);
  return writeElement('resNFe', {
    '@xmlns': nfe,
    '@versao': '1.01',
    chNFe: note.chNFe,
    [taxId.length === 11 ? 'CPF' : 'CNPJ']: taxId,
    xNome: textOf(issuer, 'xNome'),
    // The schema of the summary requires an IE, where a note may have none.
    IE: textOf(issuer, 'IE') || 'ISENTO',
    dhEmi: note.dhEmi,
    tpNF: textOf(infNFe, 'ide', 'tpNF'),
    vNF: note.vNF,
    digVal: note.digVal,
    dhRecbto: note.dhRecbto,
    nProt: note.nProt,
    cSitNFe: situationOf(note, events),
  });
}

/** cSitNFe: 1 authorized, 2 denied, 3 cancelled. */
function situationOf(note: NoteRecord, events: readonly EventRecord[]): number {
  if (!isAuthorized(note)) return 2;
  return cancellationOf(events) ? 3 : 1;
}
