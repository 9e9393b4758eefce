import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import { timestamp } from '../clock.ts';
import { textOf } from '../xml/element.ts';
import { writeElement } from '../xml/writer.ts';
import { homeState, nfe, opening } from './head.ts';
import { checkSchema } from './schema-check.ts';
import type { Call, Service } from './service.ts';

const inOperation = 107;

/** NfeStatusServico: whether the authorizer is working. */
export const status: Service = {
  root: 'consStatServ',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: ({ endpoint, at, message }, cStat, xMotivo) =>
    result(endpoint.environment, cStat, xMotivo, textOf(message, 'cUF') ?? homeState(endpoint), at),

  perform(call, authority) {
    checkSchema(call, authority, status, { file: 'consStatServ_v4.00.xsd', version: '4.00' });
    const { endpoint, message, at } = call;
    const cUF = textOf(message, 'cUF') ?? '';
    if (textOf(message, 'tpAmb') !== String(endpoint.environment)) throw new Rejection(252);
    if (!endpoint.authorizers.some((authorizer) => authorizer.states.has(Number(cUF)))) throw new Rejection(410);
    if (authority.insistence.asked(call.transmitter, 'NfeStatusServico', cUF, at)) throw tooOften();
    return {
      result: result(endpoint.environment, inOperation, reason(inOperation), cUF, at),
      said: [{ chNFe: null, cStat: inOperation }],
    };
  },
};

/** The rejection of too many questions. */
export function tooOften(): Rejection {
  return new Rejection(656, { detail: 'Ultrapassou o limite de consultas. Tente apos 1 hora' });
}

function result(environment: number, cStat: number, xMotivo: string, cUF: string, at: Call['at']): string {
  return writeElement('retConsStatServ', {
    '@xmlns': nfe,
    '@versao': '4.00',
    ...opening(environment, cStat, xMotivo),
    cUF,
    dhRecbto: timestamp(at),
    tMed: 1,
  });
}
