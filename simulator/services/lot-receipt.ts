import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import { timestamp } from '../clock.ts';
import { textOf } from '../xml/element.ts';
import { writeElement } from '../xml/writer.ts';
import { homeState, nfe, verAplic } from './head.ts';
import { checkSchema } from './schema-check.ts';
import type { Call, Service } from './service.ts';
import { tooOften } from './status.ts';

const processed = 104;
const inProcess = 105;
const notFound = 106;

/** NfeRetAutorizacao: the results of a lot that got a receipt. */
export const receipt: Service = {
  root: 'consReciNFe',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: (call, cStat, xMotivo) => result(call, cStat, xMotivo, ''),

  perform(call, authority) {
    checkSchema(call, authority, receipt, { file: 'consReciNFe_v4.00.xsd', version: '4.00' });
    const { endpoint, message, at, transmitter } = call;
    if (textOf(message, 'tpAmb') !== String(endpoint.environment)) throw new Rejection(252);
    const nRec = textOf(message, 'nRec') ?? '';
    if (!endpoint.authorizers.some((authorizer) => authorizer.states.has(Number(nRec.slice(0, 2)))))
      throw new Rejection(248);
    if (authority.insistence.asked(transmitter, 'NfeRetAutorizacao', nRec, at)) throw tooOften();

    const lot = authority.register.lot(endpoint.environment, nRec);
    if (!lot) return plain(call, notFound);
    if (lot.pendingPolls > 0) {
      authority.register.add({ ...lot, pendingPolls: lot.pendingPolls - 1 });
      return plain(call, inProcess);
    }
    const found = result(call, processed, reason(processed), lot.protocols.join(''));
    return { result: found, said: [{ chNFe: null, cStat: processed }] };
  },
};

function plain(call: Call, cStat: number): { result: string; said: { chNFe: null; cStat: number }[] } {
  return { result: result(call, cStat, reason(cStat), ''), said: [{ chNFe: null, cStat }] };
}

function result(call: Parameters<Service['refuse']>[0], cStat: number, xMotivo: string, protocols: string): string {
  const content = {
    '@xmlns': nfe,
    '@versao': '4.00',
    tpAmb: call.endpoint.environment,
    verAplic,
    nRec: textOf(call.message, 'nRec') ?? '0'.repeat(15),
    cStat,
    xMotivo,
    cUF: homeState(call.endpoint),
    dhRecbto: timestamp(call.at),
  };
  return writeElement('retConsReciNFe', content, protocols);
}
