import { timestamp } from '../clock.ts';
import type { FiscalEvent } from '../events/event.ts';
import { isCnpj, isCpf } from '../rules/check-digits.ts';
import { textOf } from '../xml/element.ts';
import { writeElement } from '../xml/writer.ts';
import { homeState, nfe, verAplic } from './head.ts';
import type { Call, Service } from './service.ts';

/** The result of one event; it has protocol, title and the recipient of the note only when the event was registered. */
export type Said = {
  cStat: number;
  xMotivo: string;
  nProt?: string;
  xEvento?: string;
  recipient?: string;
  /** Of a blocked issuer: its notices that still wait for their notes, at most 50 (chNFePend). */
  pending?: readonly string[];
};

const mostPending = 50;

/** The answer to one event of a lot. */
export function retEvento(event: FiscalEvent, { endpoint, at }: Call, said: Said): string {
  const { cStat, xMotivo, nProt, xEvento, recipient = '', pending = [] } = said;
  const infEvento = {
    '@Id': nProt && `ID${nProt}`,
    tpAmb: endpoint.environment,
    verAplic,
    cOrgao: event.cOrgao,
    cStat,
    xMotivo,
    chNFe: event.chNFe,
    tpEvento: event.tpEvento,
    xEvento,
    nSeqEvento: event.nSeqEvento,
    // The layout of EPEC repeats who its author is, in every answer (NT 2014.001 v1.41, R22).
    cOrgaoAutor: event.tpEvento === '110140' ? event.chNFe.slice(0, 2) : undefined,
    CNPJDest: isCnpj(recipient) ? recipient : undefined,
    CPFDest: isCpf(recipient) ? recipient : undefined,
    dhRegEvento: timestamp(at),
    nProt,
  };
  const waiting = pending.slice(0, mostPending).map((key) => writeElement('chNFePend', { '#': key }));
  return writeElement('retEvento', { '@versao': '1.00' }, writeElement('infEvento', infEvento, waiting.join('')));
}

/** The result of a lot of events. */
export function retEnvEvento(
  { endpoint, message }: Parameters<Service['refuse']>[0],
  cStat: number,
  xMotivo: string,
  answers: string,
): string {
  const content = {
    '@xmlns': nfe,
    '@versao': '1.00',
    idLote: textOf(message, 'idLote') ?? '0',
    tpAmb: endpoint.environment,
    verAplic,
    cOrgao: textOf(message, 'evento', 'infEvento', 'cOrgao') ?? homeState(endpoint),
    cStat,
    xMotivo,
  };
  return writeElement('retEnvEvento', content, answers);
}
