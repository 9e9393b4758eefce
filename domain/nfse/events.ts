import type { Environment } from '../companies/settings.ts';
import { fiscalDateTime } from '../fiscal-time.ts';
import { nfseKeyPattern } from '../nfse-key.ts';
import { stateOfCode } from '../states.ts';
import { optionalText } from '../xml/reader.ts';
import type { Signer } from '../xml/signature.ts';
import { element, field, group } from '../xml/writer.ts';
import {
  requiredMoment,
  NfseUnreadable,
  required,
  requiredChild,
  rootOf,
  signedDocument,
  verAplicOf,
} from './document.ts';

/** An event that a party of a note requests. */
type ServiceEventRequest = {
  /** tpEvento. */
  code: string;
  /** xDesc, word for word as in the schema. */
  description: string;
  accessKey: string;
  environment: Environment;
  /** CNPJ or CPF of the party. */
  authorTaxId: string;
  /** cMotivo; null where the event has none. */
  reasonCode: string | null;
  /** xMotivo: 15 to 255 characters; null where there is none. */
  justification: string | null;
  occurredAt: Date;
  /** Lavra's version, for verAplic. */
  version: string;
};

const cancellation = { code: '101101', description: 'Cancelamento de NFS-e' };

/**
 * The signed request to register an event of a note (layout 1.01), byte for byte as it is stored and sent. Its moment has the offset of the state
 * where the note was issued.
 */
export function buildNfseEvent(of: ServiceEventRequest, signer: Signer): { id: string; xml: string } {
  const id = `PRE${of.accessKey}${of.code}`;
  const infPedReg = element(
    'infPedReg',
    { Id: id },
    field('tpAmb', of.environment === 'PRODUCTION' ? '1' : '2'),
    field('verAplic', verAplicOf(of.version)),
    field('dhEvento', fiscalDateTime(of.occurredAt, stateOfCode(of.accessKey.slice(0, 2)))),
    field(of.authorTaxId.length === 11 ? 'CPFAutor' : 'CNPJAutor', of.authorTaxId),
    field('chNFSe', of.accessKey),
    group(
      `e${of.code}`,
      field('xDesc', of.description),
      field('cMotivo', of.reasonCode),
      field('xMotivo', of.justification),
    ),
  );
  return { id, xml: signedDocument('pedRegEvento', { element: infPedReg, id }, signer).xml };
}

/** The cancellation of a note by its issuer. */
type Cancellation = Omit<ServiceEventRequest, 'code' | 'description'> & {
  /** cMotivo: 1 mistake, 2 service not rendered, 9 other. */
  reasonCode: string;
  justification: string;
};

/** The signed request to register a note's cancellation by its issuer (101101). */
export function buildNfseCancellation(of: Cancellation, signer: Signer): { id: string; xml: string } {
  return buildNfseEvent({ ...of, ...cancellation }, signer);
}

/** An event as it was registered. */
export type RegisteredNfseEvent = {
  id: string;
  accessKey: string;
  /** tpEvento. */
  code: string;
  /** nSeqEvento. */
  sequence: number;
  registeredAt: Date;
  /** The number that its generator gave it. */
  nDFSe: string;
  /** Access key of the note that replaced this one (chSubstituta of 105102). */
  substituteKey: string | null;
  /** The whole evento, as it came. */
  xml: string;
};

const eventId = /^EVT(.{50})([0-9]{6})([0-9]{3})$/;

/**
 * Reads a registered event of any type, whoever generated it.
 *
 * @throws NfseUnreadable
 */
export function readNfseEvent(xml: string): RegisteredNfseEvent {
  const infEvento = requiredChild(rootOf(xml, 'evento'), 'infEvento');
  const id = infEvento.attributes['Id'] ?? '';
  const [, accessKey = '', code = '', sequence] = eventId.exec(id) ?? [];
  if (!nfseKeyPattern.test(accessKey)) throw new NfseUnreadable(`Id "${id}" em infEvento`);
  const infPedReg = requiredChild(infEvento, 'pedRegEvento', 'infPedReg');
  const about = required(infPedReg, 'chNFSe');
  if (about !== accessKey) throw new NfseUnreadable(`o Id é do evento de ${accessKey}, e chNFSe é ${about}`);
  return {
    id,
    accessKey,
    code,
    sequence: Number(sequence),
    registeredAt: requiredMoment(infEvento, 'dhProc'),
    nDFSe: required(infEvento, 'nDFSe'),
    substituteKey: optionalText(infPedReg, `e${code}`, 'chSubstituta'),
    xml,
  };
}
