import { timestamp } from '../clock.ts';
import { cancellationOf } from '../events/event.ts';
import { accessKey } from '../identifiers.ts';
import { reason, type ReasonFacts, Rejection } from '../reasons.ts';
import type { EventRecord, NoteRecord } from '../register/records.ts';
import { keyBreach } from '../rules/access-key.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { nfe, textOf, writeElement } from '../xml/element.ts';
import { mayHold } from './message.ts';
import { isOfUnregistered } from './unregistered-keys.ts';
import { type Call, homeState, opening, type RefusedCall, type Reply, type Service, verAplic } from './service.ts';

const inOperation = 107;
const processed = 104;
const inProcess = 105;
const notFound = 106;
const cancelled = 101;
const epecAuthorized = 124;
const cancelledLate = 151;
const lateEvent = 155;

/** The codes that all queries share. */
const question = { version: '4.00', codes: { root: 516, version: 517, unserved: 239, schema: 215 } };

/** NfeStatusServico: whether the authorizer is working. */
export const status: Service = {
  ...question,
  root: 'consStatServ',

  refuse: (call, cStat, xMotivo) =>
    statusResult(call, cStat, xMotivo, textOf(call.message, 'cUF') ?? homeState(call.endpoint)),

  perform(call, { insistence }) {
    const cUF = textOf(call.message, 'cUF') ?? '';
    checkEnvironment(call);
    if (!serves(call, cUF)) throw new Rejection(410);
    if (insistence.countCall(call.transmitter, 'NfeStatusServico', cUF, call.at)) throw tooOften();
    return {
      result: statusResult(call, inOperation, reason(inOperation), cUF),
      outcomes: [{ chNFe: null, cStat: inOperation }],
    };
  },
};

/** NfeRetAutorizacao: the results of a lot that got a receipt. */
export const receipt: Service = {
  ...question,
  root: 'consReciNFe',

  refuse: (call, cStat, xMotivo) => receiptResult(call, cStat, xMotivo),

  perform(call, { register, insistence }) {
    checkEnvironment(call);
    const nRec = textOf(call.message, 'nRec') ?? '';
    if (!serves(call, nRec.slice(0, 2))) throw new Rejection(248);
    if (insistence.countCall(call.transmitter, 'NfeRetAutorizacao', nRec, call.at)) throw tooOften();

    const lot = register.lot(call.endpoint.environment, nRec);
    const pending = lot !== undefined && lot.pendingPolls > 0;
    if (pending) register.add({ ...lot, pendingPolls: lot.pendingPolls - 1 });
    const cStat = !lot ? notFound : pending ? inProcess : processed;
    const protocols = lot && !pending ? lot.protocols : [];
    return {
      result: receiptResult(call, cStat, reason(cStat), protocols.join('')),
      outcomes: [{ chNFe: null, cStat }],
    };
  },
};

/** NfeConsultaProtocolo: the state of an access key, with its events. */
export const consultation: Service = {
  ...question,
  root: 'consSitNFe',

  refuse: (call, cStat, xMotivo) => consultationResult(call, cStat, xMotivo, ''),

  perform(call, authority) {
    const { endpoint, message, at, transmitter } = call;
    checkEnvironment(call);
    const chNFe = textOf(message, 'chNFe') ?? '';
    const breach = keyBreach(chNFe, { endpoint, at }, isOfUnregistered(chNFe, endpoint.environment, authority));
    if (breach !== undefined) throw new Rejection(breach);
    if (authority.insistence.countCall(transmitter, 'NfeConsultaProtocolo', chNFe, at)) throw tooOften();

    const note = mayHold(endpoint, message, chNFe) ? authority.register.note(endpoint.environment, chNFe) : undefined;
    return note
      ? found(call, note, authority.register.events(endpoint.environment, chNFe))
      : missing(call, chNFe, authority);
  },
};

function checkEnvironment({ endpoint, message }: Call): void {
  if (textOf(message, 'tpAmb') !== String(endpoint.environment)) throw new Rejection(252);
}

function serves({ endpoint }: Call, cUF: string): boolean {
  return endpoint.authorizers.some(({ states }) => states.has(Number(cUF)));
}

/** The rejection of too many questions. */
function tooOften(): Rejection {
  return new Rejection(656, { detail: 'Ultrapassou o limite de consultas. Tente apos 1 hora' });
}

function found(call: Call, note: NoteRecord, events: readonly EventRecord[]): Reply {
  const cancellation = cancellationOf(events);
  const cStat = cancellation ? (cancellation.cStat === lateEvent ? cancelledLate : cancelled) : note.cStat;
  const protocols = note.protNFe + events.map(asAnswered).join('');
  const xMotivo = cancellation ? reason(cStat) : note.xMotivo;
  return { result: consultationResult(call, cStat, xMotivo, protocols), outcomes: [{ chNFe: note.chNFe, cStat }] };
}

/** The answer about a key without a note: if there is an EPEC, it is the answer (NT 2014.001 v1.41, 5.6). */
function missing(call: Call, chNFe: string, { register }: TaxAuthority): Reply {
  const announced = register.events(call.endpoint.environment, chNFe).filter(({ epec }) => epec !== undefined);
  if (announced.length > 0 && !register.note(call.endpoint.environment, chNFe)) {
    const events = announced.map(asAnswered).join('');
    const result = consultationResult(call, epecAuthorized, reason(epecAuthorized), events);
    return { result, outcomes: [{ chNFe, cStat: epecAuthorized }] };
  }
  const { cStat, facts } = whyMissing(call, chNFe, register);
  return { result: consultationResult(call, cStat, reason(cStat, facts), ''), outcomes: [{ chNFe, cStat }] };
}

/**
 * An event as this service answers it: without the author's authority (cOrgaoAutor), which this layout does not have and that of an EPEC's
 * answer has.
 */
function asAnswered({ procEvento }: EventRecord): string {
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

function statusResult({ endpoint, at }: RefusedCall, cStat: number, xMotivo: string, cUF: string): string {
  const content = { ...opening(endpoint.environment, cStat, xMotivo), cUF, dhRecbto: timestamp(at), tMed: 1 };
  return writeElement('retConsStatServ', { '@xmlns': nfe, '@versao': '4.00', ...content });
}

function receiptResult({ endpoint, message, at }: RefusedCall, cStat: number, xMotivo: string, protocols = ''): string {
  const content = {
    '@xmlns': nfe,
    '@versao': '4.00',
    tpAmb: endpoint.environment,
    verAplic,
    nRec: textOf(message, 'nRec') ?? '0'.repeat(15),
    cStat,
    xMotivo,
    cUF: homeState(endpoint),
    dhRecbto: timestamp(at),
  };
  return writeElement('retConsReciNFe', content, protocols);
}

function consultationResult(
  { endpoint, message, at }: RefusedCall,
  cStat: number,
  xMotivo: string,
  held: string,
): string {
  const chNFe = textOf(message, 'chNFe') ?? '0'.repeat(44);
  const cUF = accessKey(chNFe) ? chNFe.slice(0, 2) : homeState(endpoint);
  const content = {
    '@xmlns': nfe,
    '@versao': '4.00',
    ...opening(endpoint.environment, cStat, xMotivo),
    cUF: cUF === '00' ? homeState(endpoint) : cUF,
    dhRecbto: timestamp(at),
    chNFe,
  };
  return writeElement('retConsSitNFe', content, held);
}
