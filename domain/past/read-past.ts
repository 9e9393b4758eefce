import { documentOf, requiredMoment, required, requiredChild, UnreadableEntry } from '../arrivals/fields.ts';
import { readProcEvento, readProcNFe } from '../arrivals/nfe.ts';
import { readEventoNfse, readNfseNote } from '../arrivals/nfse.ts';
import type { Environment } from '../companies/settings.ts';
import type { DocumentType, Model } from '../document-types.ts';
import { isNfseKey } from '../nfse-key.ts';
import type { EventArrival, NoteArrival } from '../received/arrival.ts';
import { eventOutcomeOf, inutilizationOutcomeOf } from '../sefaz/outcomes.ts';
import { child, optionalText, type XmlElement } from '../xml/reader.ts';
import { PastRefused } from './past-refused.ts';
import { recordsIn, type RecordsInNote } from './records-in.ts';
import { refusedByName } from './refused-by-name.ts';

/** The content of a file of the past. */
export type PastXml = PastNoteXml | PastEventXml | PastRangeXml;

/** A note that an authority has authorized. */
export type PastNoteXml = {
  kind: 'note';
  environment: Environment;
  type: DocumentType;
  arrival: NoteArrival;
  /** Name of the recipient or taker. */
  recipientName: string | null;
  /**
   * Series and number that the issuer drew, for an NFS-e those of its DPS; null where Lavra could not count in such a series, as in one with letters.
   */
  drawn: { series: number; number: number } | null;
  /** The recipient and the products in the note, as rows of an import. */
  records: RecordsInNote;
};

/** An event that an authority has registered. */
export type PastEventXml = { kind: 'event'; environment: Environment; arrival: EventArrival };

/** An inutilized range of numbers. */
export type PastRangeXml = {
  kind: 'range';
  environment: Environment;
  taxId: string;
  model: Model;
  series: number;
  first: number;
  last: number;
  protocol: string | null;
  registeredAt: Date;
};

/**
 * Reads a file of another system: an nfeProc, a procEventoNFe, a procInutNFe, or an NFS-e of the national layout or an event of one. Its signature is
 * not checked here.
 *
 * @param xml its bytes, in UTF-8
 * @throws PastRefused
 */
export function readPast(xml: Uint8Array): PastXml {
  try {
    return readRoot(rootOf(xml));
  } catch (cause) {
    if (!(cause instanceof UnreadableEntry)) throw cause;
    throw new PastRefused('unreadable', `${cause.reason}.`, { cause });
  }
}

function rootOf(xml: Uint8Array): XmlElement {
  try {
    return documentOf(xml);
  } catch (cause) {
    if (!(cause instanceof UnreadableEntry)) throw cause;
    throw new PastRefused('not_xml', `${cause.reason}.`, { cause });
  }
}

function readRoot(root: XmlElement): PastXml {
  switch (root.name) {
    case 'nfeProc':
      return noteOfGoods(root);
    case 'procEventoNFe':
      return eventOfGoods(root);
    case 'ProcInutNFe':
    case 'procInutNFe':
      return rangeIn(root);
    case 'NFSe':
      if (child(root, 'infNFSe', 'DPS')) return noteOfService(root);
      break;
    case 'evento':
      if (child(root, 'infEvento', 'pedRegEvento')) return eventOfService(root);
      break;
  }
  throw refusedByName(root.name);
}

function noteOfGoods(root: XmlElement): PastNoteXml {
  const arrival = readProcNFe(root);
  const model = modelOf(arrival.accessKey.slice(20, 22));
  const infNFe = requiredChild(root, 'NFe', 'infNFe');
  const registered = optionalText(root, 'protNFe', 'infProt', 'digVal');
  const signed = optionalText(root, 'NFe', 'Signature', 'SignedInfo', 'Reference', 'DigestValue');
  if (registered !== null && signed !== null && registered !== signed) {
    throw new PastRefused('wrong_digest', 'O protocolo é de outro conteúdo: o seu digVal não é o resumo da nota.');
  }
  return {
    kind: 'note',
    environment: environmentIn(requiredChild(infNFe, 'ide')),
    type: model === '55' ? 'NFE' : 'NFCE',
    arrival,
    recipientName: optionalText(infNFe, 'dest', 'xNome'),
    drawn: drawn(arrival.series, arrival.number),
    records: recordsIn(infNFe),
  };
}

function noteOfService(root: XmlElement): PastNoteXml {
  const arrival = readNfseNote(root);
  checkNfseKey(arrival.accessKey);
  const infDPS = requiredChild(root, 'infNFSe', 'DPS', 'infDPS');
  return {
    kind: 'note',
    environment: environmentIn(infDPS),
    type: 'NFSE',
    arrival,
    recipientName: optionalText(infDPS, 'toma', 'xNome'),
    drawn: drawn(required(infDPS, 'serie'), required(infDPS, 'nDPS')),
    records: { client: null, products: [] },
  };
}

function eventOfGoods(root: XmlElement): PastEventXml {
  const arrival = readProcEvento(root);
  modelOf(arrival.accessKey.slice(20, 22));
  if (eventOutcomeOf(arrival.cStat ?? '').kind !== 'registered') {
    throw new PastRefused(
      'not_registered',
      `A autoridade respondeu ${arrival.cStat} ao evento: ele não foi registrado.`,
    );
  }
  return { kind: 'event', environment: environmentIn(requiredChild(root, 'evento', 'infEvento')), arrival };
}

function eventOfService(root: XmlElement): PastEventXml {
  const arrival = readEventoNfse(root);
  checkNfseKey(arrival.accessKey);
  const infPedReg = requiredChild(root, 'infEvento', 'pedRegEvento', 'infPedReg');
  return { kind: 'event', environment: environmentIn(infPedReg), arrival };
}

/** Reads a range of numbers (MOC 7.0, DP01 to DR13). */
function rangeIn(root: XmlElement): PastRangeXml {
  const asked = requiredChild(root, 'inutNFe', 'infInut');
  const registered = requiredChild(root, 'retInutNFe', 'infInut');
  const cStat = required(registered, 'cStat');
  // Some systems keep the answer to a repeated request, which has the protocol of the first (563).
  const { kind } = inutilizationOutcomeOf(cStat);
  const isThere = kind === 'alreadyThere' && optionalText(registered, 'nProt') !== null;
  if (kind !== 'registered' && !isThere) {
    throw new PastRefused(
      'not_registered',
      `A SEFAZ respondeu ${cStat.slice(0, 8)} ao pedido: a inutilização não foi homologada.`,
    );
  }
  for (const name of ['mod', 'serie', 'nNFIni', 'nNFFin']) {
    const [one, other] = [required(asked, name), optionalText(registered, name)];
    if (other !== null && other !== one)
      throw new UnreadableEntry(`O ${name} do pedido é ${one.slice(0, 9)}, e o da homologação é outro`);
  }
  const range = drawn(required(asked, 'serie'), required(asked, 'nNFIni'));
  const last = drawn(required(asked, 'serie'), required(asked, 'nNFFin'));
  if (range === null || last === null || last.number < range.number)
    throw new UnreadableEntry('A faixa não é de números de uma série');
  return {
    kind: 'range',
    environment: environmentIn(asked),
    taxId: required(asked, 'CNPJ'),
    model: modelOf(required(asked, 'mod')),
    series: range.series,
    first: range.number,
    last: last.number,
    protocol: optionalText(registered, 'nProt'),
    registeredAt: requiredMoment(registered, 'dhRecbto'),
  };
}

/** Reads tpAmb. */
function environmentIn(element: XmlElement): Environment {
  const tpAmb = required(element, 'tpAmb');
  if (tpAmb !== '1' && tpAmb !== '2') throw new UnreadableEntry(`tpAmb "${tpAmb.slice(0, 40)}" não é um ambiente`);
  return tpAmb === '1' ? 'PRODUCTION' : 'HOMOLOGATION';
}

function modelOf(mod: string): Model {
  if (mod === '55' || mod === '65') return mod;
  throw new UnreadableEntry(`O modelo ${mod.slice(0, 2)} não é de NF-e nem de NFC-e`);
}

/** Checks the check digit of an NFS-e's access key. Its rule is not published; real keys follow that of the other documents (domain/nfse-key.ts). */
function checkNfseKey(accessKey: string): void {
  if (!isNfseKey(accessKey)) throw new PastRefused('wrong_key', 'O dígito verificador da chave da NFS-e não confere.');
}

/** Series and number as Lavra counts them: a series of at most five digits, and a number up to 999,999,999; null for any other. */
function drawn(series: string, number: string): PastNoteXml['drawn'] {
  if (!/^[0-9]{1,5}$/.test(series) || !/^0*[0-9]{1,9}$/.test(number)) return null;
  return { series: Number(series), number: Number(number) };
}
