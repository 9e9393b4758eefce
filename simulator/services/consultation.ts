import type { ReasonFacts } from '../answers/reason.ts';
import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import { timestamp } from '../clock.ts';
import { cancellationOf } from '../events/standing.ts';
import { accessKey } from '../register/access-key.ts';
import type { EventRecord, NoteRecord } from '../register/records.ts';
import { keyBreach } from '../rules/key-consulted.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { textOf } from '../xml/element.ts';
import { writeElement } from '../xml/writer.ts';
import { mayHold } from './addressee.ts';
import { homeState, nfe, opening } from './head.ts';
import { checkSchema } from './schema-check.ts';
import type { Call, Reply, Service } from './service.ts';
import { tooOften } from './status.ts';

const cancelled = 101;
const epecAuthorized = 124;
const cancelledLate = 151;
const lateEvent = 155;

/** NfeConsultaProtocolo: what the authority holds about an access key, with its events. */
export const consultation: Service = {
  root: 'consSitNFe',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: (call, cStat, xMotivo) => result(call, cStat, xMotivo, ''),

  perform(call, authority) {
    checkSchema(call, authority, consultation, { file: 'consSitNFe_v4.00.xsd', version: '4.00' });
    const { endpoint, message, at, transmitter } = call;
    if (textOf(message, 'tpAmb') !== String(endpoint.environment)) throw new Rejection(252);
    const chNFe = textOf(message, 'chNFe') ?? '';
    const breach = keyBreach(chNFe, endpoint, at);
    if (breach !== undefined) throw new Rejection(breach);
    if (authority.insistence.asked(transmitter, 'NfeConsultaProtocolo', chNFe, at)) throw tooOften();

    const note = mayHold(endpoint, message, chNFe) ? authority.register.note(endpoint.environment, chNFe) : undefined;
    return note
      ? found(call, note, authority.register.events(endpoint.environment, chNFe))
      : missing(call, chNFe, authority);
  },
};

function found(call: Call, note: NoteRecord, events: readonly EventRecord[]): Reply {
  const cancellation = cancellationOf(events);
  const cStat = cancellation ? (cancellation.cStat === lateEvent ? cancelledLate : cancelled) : note.cStat;
  const protocols = note.protNFe + events.map(asTold).join('');
  const xMotivo = cancellation ? reason(cStat) : note.xMotivo;
  return { result: result(call, cStat, xMotivo, protocols), said: [{ chNFe: note.chNFe, cStat }] };
}

/** Where there is only the notice before a note (EPEC), that is told (NT 2014.001 v1.41, 5.6). */
function missing(call: Call, chNFe: string, { register }: TaxAuthority): Reply {
  const announced = register.events(call.endpoint.environment, chNFe).filter(({ epec }) => epec !== undefined);
  if (announced.length > 0 && !register.note(call.endpoint.environment, chNFe)) {
    const events = announced.map(asTold).join('');
    return {
      result: result(call, epecAuthorized, reason(epecAuthorized), events),
      said: [{ chNFe, cStat: epecAuthorized }],
    };
  }
  const { cStat, facts } = whyMissing(call, chNFe, register);
  return { result: result(call, cStat, reason(cStat, facts), ''), said: [{ chNFe, cStat }] };
}

/** An event as this service tells it: the layout of its answer has no author's authority, which that of the notices has (EPEC). */
function asTold({ procEvento }: EventRecord): string {
  const answer = procEvento.lastIndexOf('<retEvento');
  return procEvento.slice(0, answer) + procEvento.slice(answer).replace(/<cOrgaoAutor>\d+<\/cOrgaoAutor>/, '');
}

function whyMissing(
  call: Call,
  chNFe: string,
  register: TaxAuthority['register'],
): { cStat: number; facts: ReasonFacts } {
  const key = accessKey(chNFe);
  const other = key && register.noteNumbered(call.endpoint.environment, key, key.number);
  const otherKey = other && accessKey(other.chNFe);
  if (!otherKey) return { cStat: 217, facts: {} };
  const facts = { chNFe: other.chNFe };
  if (otherKey.month !== key.month) return { cStat: 561, facts };
  return { cStat: otherKey.tpEmis === key.tpEmis ? 562 : 613, facts };
}

function result(call: Parameters<Service['refuse']>[0], cStat: number, xMotivo: string, held: string): string {
  const chNFe = textOf(call.message, 'chNFe') ?? '0'.repeat(44);
  const cUF = accessKey(chNFe) ? chNFe.slice(0, 2) : homeState(call.endpoint);
  const content = {
    '@xmlns': nfe,
    '@versao': '4.00',
    ...opening(call.endpoint.environment, cStat, xMotivo),
    cUF: cUF === '00' ? homeState(call.endpoint) : cUF,
    dhRecbto: timestamp(call.at),
    chNFe,
  };
  return writeElement('retConsSitNFe', content, held);
}
