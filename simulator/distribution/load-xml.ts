import { gzipSync } from 'node:zlib';
import { timestamp } from '../clock.ts';
import { BadOrder } from '../control/route.ts';
import type { NfseRecord } from '../nfse/register.ts';
import { taxIdIn } from '../nfse/sefin/body.ts';
import type { EventRecord, NoteRecord } from '../register/records.ts';
import { readNote, recipientOf, reformFactsOf, sharersOf, totalsOf } from '../rules/note.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import { child, type Element, readXml, standalone, textOf } from '../xml/element.ts';

/** Root elements of the distribution of NF-e, and the schemas that they follow. */
const schemas: Readonly<Record<string, string | undefined>> = {
  nfeProc: 'procNFe_v4.00.xsd',
  resNFe: 'resNFe_v1.01.xsd',
  procEventoNFe: 'procEventoNFe_v1.00.xsd',
  resEvento: 'resEvento_v1.01.xsd',
};

/**
 * Loads a finished document as it is: into the queues of the named taxpayers, or, if none is named, into the queues of those who get it by
 * the rules, as if it had been registered here. Its content is not checked.
 *
 * @throws BadOrder for a document of another kind, or one that does not say whom it is for.
 */
export function loadXml(
  xml: string,
  holders: readonly string[],
  environment: Environment,
  authority: TaxAuthority,
): void {
  const { register, nfse, clock } = authority;
  const root = rootOf(xml);
  const schema = schemas[root.name];
  if (schema !== undefined && holders.length > 0) {
    const chNFe = /\b\d{6}[0-9A-Z]{12}\d{26}\b/.exec(xml)?.[0] ?? null;
    const entry = { schema, chNFe, since: timestamp(clock.now()), environment };
    for (const holder of holders) register.addRaw({ ...entry, holder }, gzipSync(xml));
    return;
  }
  switch (root.name) {
    case 'nfeProc': {
      const { note, document } = noteIn(root, xml, environment);
      if (register.note(environment, note.chNFe)) throw new BadOrder(`${note.chNFe} is registered already`);
      return register.add(note, document);
    }
    case 'procEventoNFe': {
      const event = eventIn(root, xml, environment);
      if (!register.note(environment, event.chNFe)) throw new BadOrder(`${event.chNFe} is unknown: name taxIds`);
      return register.add(event);
    }
    case 'NFSe':
      return nfse.register.commit([{ record: serviceIn(root, environment), xml }]);
    case 'evento':
      return nfse.register.commit([{ record: serviceEventIn(root, environment), xml }]);
    default:
      throw new BadOrder(schema === undefined ? `${root.name} is not distributed` : `${root.name}: name taxIds`);
  }
}

function rootOf(xml: string): Element {
  try {
    return readXml(xml);
  } catch (error) {
    throw new BadOrder(error instanceof Error ? error.message : 'no XML');
  }
}

function noteIn(root: Element, xml: string, environment: Environment): { note: NoteRecord; document: string } {
  const element = child(root, 'NFe');
  const note = element && readNote(element);
  const protocol = child(root, 'protNFe');
  if (!element || !note || !protocol) throw new BadOrder('a note without key or protocol');
  const text = (name: string): string => textOf(protocol, 'infProt', name) ?? '';
  const record: NoteRecord = {
    kind: 'note',
    environment,
    chNFe: note.chNFe,
    cStat: Number(text('cStat')),
    xMotivo: text('xMotivo'),
    nProt: text('nProt'),
    nRec: '',
    digVal: text('digVal'),
    dhEmi: textOf(note.ide, 'dhEmi') ?? '',
    dhRecbto: text('dhRecbto'),
    ...totalsOf(note),
    recipient: recipientOf(note),
    ...sharersOf(note.infNFe),
    ...reformFactsOf(note),
    protNFe: standalone(xml, protocol).replace(/ xmlns="[^"]*"/, ''),
  };
  return { note: record, document: standalone(xml, element) };
}

function eventIn(root: Element, xml: string, environment: Environment): EventRecord {
  const request = child(root, 'evento', 'infEvento');
  const answer = child(root, 'retEvento', 'infEvento');
  return {
    kind: 'event',
    environment,
    chNFe: textOf(request, 'chNFe') ?? '',
    tpEvento: textOf(request, 'tpEvento') ?? '',
    nSeqEvento: Number(textOf(request, 'nSeqEvento') ?? 1),
    cStat: Number(textOf(answer, 'cStat')),
    nProt: textOf(answer, 'nProt') ?? '',
    dhRegEvento: textOf(answer, 'dhRegEvento') ?? '',
    procEvento: standalone(xml, root),
  };
}

function serviceIn(root: Element, environment: Environment): NfseRecord {
  const infNFSe = child(root, 'infNFSe');
  const infDPS = child(infNFSe, 'DPS', 'infDPS');
  const issuer = taxIdIn(child(infNFSe, 'emit'));
  if (!infNFSe || issuer === undefined) throw new BadOrder('an NFS-e without issuer');
  return {
    kind: 'note',
    environment,
    chNFSe: infNFSe.attributes['Id']?.slice('NFS'.length) ?? '',
    idDps: infDPS?.attributes['Id'] ?? '',
    nNFSe: Number(textOf(infNFSe, 'nNFSe')),
    nDFSe: Number(textOf(infNFSe, 'nDFSe')),
    cStat: Number(textOf(infNFSe, 'cStat')),
    dhProc: textOf(infNFSe, 'dhProc') ?? '',
    issuer,
    taker: taxIdIn(child(infDPS, 'toma')),
    intermediary: taxIdIn(child(infDPS, 'interm')),
  };
}

function serviceEventIn(root: Element, environment: Environment): NfseRecord {
  const infEvento = child(root, 'infEvento');
  const request = child(infEvento, 'pedRegEvento', 'infPedReg');
  const tpEvento = request?.children.find(({ name }) => /^e\d{6}$/.test(name))?.name.slice(1);
  if (!infEvento || tpEvento === undefined) throw new BadOrder('an event without its request');
  return {
    kind: 'event',
    environment,
    chNFSe: textOf(request, 'chNFSe') ?? '',
    id: infEvento.attributes['Id'] ?? '',
    tpEvento,
    nSeqEvento: Number(textOf(infEvento, 'nSeqEvento') ?? 1),
    nDFSe: Number(textOf(infEvento, 'nDFSe')),
    dhProc: textOf(infEvento, 'dhProc') ?? '',
  };
}
