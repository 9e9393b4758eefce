import { timestamp } from '../clock.ts';
import type { FiscalEvent } from '../events/event.ts';
import { textOf } from '../xml/element.ts';
import { writeElement } from '../xml/writer.ts';
import { homeState, nfe, verAplic } from './head.ts';
import type { Call, Service } from './service.ts';

/** The result of one event; it has protocol and title only when the event was registered. */
export type Said = { cStat: number; xMotivo: string; nProt?: string; xEvento?: string };

/** The answer to one event of a lot. */
export function retEvento(event: FiscalEvent, { endpoint, at }: Call, said: Said): string {
  const { cStat, xMotivo, nProt, xEvento } = said;
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
    dhRegEvento: timestamp(at),
    nProt,
  };
  return writeElement('retEvento', { '@versao': '1.00', infEvento });
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
