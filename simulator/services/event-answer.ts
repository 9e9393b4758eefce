import { written } from '../clock.ts';
import type { FiscalEvent } from '../events/event.ts';
import { textOf } from '../xml/element.ts';
import { field } from '../xml/writer.ts';
import { homeState, nfe, verAplic } from './head.ts';
import type { Call, Service } from './office.ts';

/** What was said about one event; the protocol and the title only when it was registered. */
export type Said = { cStat: number; xMotivo: string; nProt?: string; xEvento?: string };

/** The answer to one event of a lot. */
export function retEvento(event: FiscalEvent, { endpoint, at }: Call, said: Said): string {
  const { cStat, xMotivo, nProt, xEvento } = said;
  return (
    `<retEvento versao="1.00"><infEvento${nProt ? ` Id="ID${nProt}"` : ''}>${field('tpAmb', endpoint.environment)}` +
    `${field('verAplic', verAplic)}${field('cOrgao', event.cOrgao)}${field('cStat', cStat)}${field('xMotivo', xMotivo)}` +
    `${field('chNFe', event.chNFe)}${field('tpEvento', event.tpEvento)}${field('xEvento', xEvento)}` +
    `${field('nSeqEvento', event.nSeqEvento)}${field('dhRegEvento', written(at))}${field('nProt', nProt)}` +
    `</infEvento></retEvento>`
  );
}

/** The result of a lot of events. */
export function retEnvEvento(
  { endpoint, message }: Parameters<Service['refuse']>[0],
  cStat: number,
  xMotivo: string,
  answers: string,
): string {
  return (
    `<retEnvEvento xmlns="${nfe}" versao="1.00">${field('idLote', textOf(message, 'idLote') ?? '0')}` +
    `${field('tpAmb', endpoint.environment)}${field('verAplic', verAplic)}` +
    `${field('cOrgao', textOf(message, 'evento', 'infEvento', 'cOrgao') ?? homeState(endpoint))}` +
    `${field('cStat', cStat)}${field('xMotivo', xMotivo)}${answers}</retEnvEvento>`
  );
}
