import { timestamp } from '../clock.ts';
import { kindOf, rulesOf } from '../events/event-rules.ts';
import { type EventContext, type EventKind, type FiscalEvent, readEvent } from '../events/event.ts';
import { isCnpj, isCpf } from '../identifiers.ts';
import { isAboutMessage, reason, Rejection } from '../reasons.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { child, children, type Element, nfe, standalone, textOf, writeElement } from '../xml/element.ts';
import { verifySignature } from '../xml/signature.ts';
import { addresseeOf, mayHold } from './message.ts';
import { type Breach, signerBreach } from './note-checks.ts';
import { isOfUnregistered } from './unregistered-keys.ts';
import { type Call, homeState, nextProtocol, type RefusedCall, type Service, verAplic } from './service.ts';

const lotProcessed = 128;
const epecBlocked = 142;
/** Codes of registration: tied to the note, without the note, after the deadline. */
const registrations = [135, 136, 155];

type Outcome = { chNFe: string; id: string; cStat: number; retEvento: string };

/** RecepcaoEvento: fiscal events on notes, each with its own answer. */
export const events: Service = {
  root: 'envEvento',
  version: '1.00',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: (call, cStat, xMotivo) => retEnvEvento(call, cStat, xMotivo, ''),

  perform(call, authority) {
    const outcomes = children(call.message, 'evento').map((element) => perform(element, call, authority));
    const answers = outcomes.map((outcome) => outcome.retEvento).join('');
    return { result: retEnvEvento(call, lotProcessed, reason(lotProcessed), answers), outcomes };
  },
};

function perform(element: Element, call: Call, authority: TaxAuthority): Outcome {
  const event = readEvent(element);
  if (!event) throw new Rejection(215);
  const kind = kindOf(event.tpEvento, call.endpoint);
  if (!kind) return refused(event, call, authority, { cStat: 491, facts: {} });
  if (event.verEvento !== '1.00') return refused(event, call, authority, { cStat: 492, facts: {} });
  const fault = detailFault(event, kind, call, authority);
  if (fault !== undefined) return refused(event, call, authority, { cStat: 493, facts: { detail: fault } });

  const context = contextOf(event, call, authority);
  const breach = signatureBreach(element, event, call, authority) ?? firstBreach(event, kind, context);
  if (breach) return refused(event, call, authority, breach);
  const choice = chosen(event, authority);
  if (choice && !registrations.includes(choice)) return refused(event, call, authority, { cStat: choice, facts: {} });
  return register(element, event, kind, choice ?? kind.registeredAs(context), call, authority);
}

function detailFault(
  { detail }: FiscalEvent,
  kind: EventKind,
  call: Call,
  { schemas }: TaxAuthority,
): string | undefined {
  if (!detail) throw new Rejection(215);
  const { schema = '', faultOf } = kind.detail;
  return faultOf && !schemas.has(schema) ? faultOf(detail) : schemas.faultOf(schema, standalone(call.source, detail));
}

function signatureBreach(
  element: Element,
  event: FiscalEvent,
  call: Call,
  { trust }: TaxAuthority,
): Breach | undefined {
  const signed = { source: call.source, content: event.infEvento, signature: child(element, 'Signature') };
  const check = verifySignature(signed, trust, call.at);
  return 'cStat' in check ? { cStat: check.cStat, facts: {} } : signerBreach(event.author, check.signer);
}

function contextOf(
  { chNFe, author }: FiscalEvent,
  { endpoint, message, at }: Call,
  authority: TaxAuthority,
): EventContext {
  const { register, epecBlocks, taxpayers } = authority;
  const { environment } = endpoint;
  const about: EventContext['about'] = (key) => ({
    note: mayHold(endpoint, message, key) ? register.note(environment, key) : undefined,
    registered: register.events(environment, key),
  });
  const subject = { service: 'RecepcaoEvento', chNFe: [chNFe], cnpj: [author] } as const;
  return {
    endpoint,
    at,
    ...about(chNFe),
    about,
    numbered: (key) => ({
      note: register.noteNumbered(environment, key, key.number) !== undefined,
      epec: register.epecNumbered(environment, key, key.number) !== undefined,
      voided: register.isVoided(environment, key, key.number),
    }),
    isOfUnregistered: isOfUnregistered(chNFe, environment, authority),
    taxpayer: (cnpj, state) => taxpayers.find(cnpj, state),
    epecBlocked: (issuer) => epecBlocks.isBlocked(issuer, at),
    acceptsLateCancellation: () =>
      authority.acceptsLateCancellation || authority.scenarios.take('acceptLateCancellation', subject) === true,
  };
}

function firstBreach(event: FiscalEvent, kind: EventKind, context: EventContext): Breach | undefined {
  for (const { cStat, breaks } of rulesOf(kind)) {
    const broken = breaks(event, context);
    if (broken !== false) {
      const { chNFe, author: cnpj } = event;
      return { cStat, facts: { chNFe, cnpj, ...(typeof broken === 'string' && { field: broken }) } };
    }
  }
  return undefined;
}

/** The code that a scenario naming this service chose for the event. */
function chosen({ chNFe, author }: FiscalEvent, { scenarios }: TaxAuthority): number | undefined {
  return scenarios.take(
    'answer',
    { service: 'RecepcaoEvento', chNFe: [chNFe], cnpj: [author] },
    ({ cStat, service }, rule) => !isAboutMessage(cStat) && (service ?? rule.service) !== undefined,
  )?.cStat;
}

function refused(event: FiscalEvent, call: Call, authority: TaxAuthority, { cStat, facts }: Breach): Outcome {
  authority.insistence.countRejection(call.transmitter, 'RecepcaoEvento', event.id, cStat, call.at);
  const pending = cStat === epecBlocked ? pendingOf(event, call, authority) : [];
  const answer = retEvento(event, call, { cStat, xMotivo: reason(cStat, facts), pending });
  return { chNFe: event.chNFe, id: event.id, cStat, retEvento: answer };
}

/** Access keys of the EPEC of a blocked issuer that still wait for their notes. */
function pendingOf({ author }: FiscalEvent, { endpoint }: Call, { epecBlocks }: TaxAuthority): string[] {
  return epecBlocks
    .pending(author.padStart(14, '0'))
    .filter(({ environment }) => environment === endpoint.environment)
    .map(({ chNFe }) => chNFe);
}

function register(
  element: Element,
  event: FiscalEvent,
  kind: EventKind,
  cStat: number,
  call: Call,
  authority: TaxAuthority,
): Outcome {
  const { chNFe, tpEvento, nSeqEvento, cOrgao } = event;
  const { authorizer } = addresseeOf(call.endpoint, call.message);
  const nProt = nextProtocol(authority.register, authorizer, cOrgao, call.at);
  const recipient = authority.register.note(call.endpoint.environment, chNFe)?.recipient;
  const result = {
    cStat,
    xMotivo: reason(cStat),
    nProt,
    xEvento: kind.title,
    ...(recipient !== undefined && { recipient }),
  };
  const answer = retEvento(event, call, result);
  authority.register.add({
    kind: 'event',
    environment: call.endpoint.environment,
    chNFe,
    tpEvento,
    nSeqEvento,
    cStat,
    nProt,
    dhRegEvento: timestamp(call.at),
    ...(kind.epec && { epec: kind.epec(event) }),
    ...((kind.receiver === 'svrs' || kind.author === 'either') && {
      author: event.author,
      organ: textOf(event.detail, 'cOrgaoAutor'),
    }),
    ...(kind.access && { access: kind.access(event) }),
    procEvento: writeElement(
      'procEventoNFe',
      { '@xmlns': nfe, '@versao': '1.00' },
      standalone(call.source, element) + answer,
    ),
  });
  return { chNFe, id: event.id, cStat, retEvento: answer };
}

/** The result of one event; it has protocol, title and the recipient of the note only if the event was registered. */
type EventResult = {
  cStat: number;
  xMotivo: string;
  nProt?: string;
  xEvento?: string;
  recipient?: string;
  /** For a blocked issuer: its EPEC that still wait for their notes, at most 50 (chNFePend). */
  pending?: readonly string[];
};

const mostPending = 50;

/** The answer to one event of a lot. */
function retEvento(event: FiscalEvent, { endpoint, at }: Call, result: EventResult): string {
  const { cStat, xMotivo, nProt, xEvento, recipient = '', pending = [] } = result;
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
    // Every answer to an EPEC repeats its author's authority (NT 2014.001 v1.41, R22).
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
function retEnvEvento({ endpoint, message }: RefusedCall, cStat: number, xMotivo: string, answers: string): string {
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
