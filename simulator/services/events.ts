import { isAboutMessage } from '../answers/message-codes.ts';
import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import { timestamp } from '../clock.ts';
import { rulesOf } from '../events/event-rules.ts';
import type { EventKind, EventContext, FiscalEvent } from '../events/event.ts';
import { readEvent } from '../events/event.ts';
import { kindOf } from '../events/kinds.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Element } from '../xml/element.ts';
import { child, children, standalone } from '../xml/element.ts';
import { verifySignature } from '../xml/signature.ts';
import { writeElement } from '../xml/writer.ts';
import { mayHold } from './addressee.ts';
import { retEnvEvento, retEvento } from './event-answer.ts';
import { nfe } from './head.ts';
import type { Breach } from './judge-note.ts';
import { signerBreach } from './judge-note.ts';
import { checkSchema } from './schema-check.ts';
import { nextProtocol } from './sequence.ts';
import type { Call, Service } from './service.ts';

const lotProcessed = 128;
const epecBlocked = 142;
/** Registered and tied to its note, registered without the note, registered after its deadline. */
const registrations = [135, 136, 155];

type Outcome = { chNFe: string; id: string; cStat: number; retEvento: string };

/** RecepcaoEvento: fiscal events on notes, each with its own answer. */
export const events: Service = {
  root: 'envEvento',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: (call, cStat, xMotivo) => retEnvEvento(call, cStat, xMotivo, ''),

  perform(call, authority) {
    checkSchema(call, authority, events, { file: 'envEvento_v1.00.xsd', version: '1.00' });
    const outcomes = children(call.message, 'evento').map((element) => perform(element, call, authority));
    const answers = outcomes.map((outcome) => outcome.retEvento).join('');
    return { result: retEnvEvento(call, lotProcessed, reason(lotProcessed), answers), said: outcomes };
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
  const wanted = chosen(event, authority);
  if (wanted && !registrations.includes(wanted)) return refused(event, call, authority, { cStat: wanted, facts: {} });
  return register(element, event, kind, wanted ?? kind.registeredAs(context), call, authority);
}

function detailFault(
  { detail }: FiscalEvent,
  kind: EventKind,
  call: Call,
  { schemas }: TaxAuthority,
): string | undefined {
  if (!detail) throw new Rejection(215);
  if ('faultOf' in kind.detail) return kind.detail.faultOf(detail);
  return schemas.faultOf(kind.detail.schema, standalone(call.source, detail));
}

function signatureBreach(
  element: Element,
  event: FiscalEvent,
  call: Call,
  { trust }: TaxAuthority,
): Breach | undefined {
  const signed = { source: call.source, content: event.infEvento, signature: child(element, 'Signature') };
  const verdict = verifySignature(signed, trust, call.at);
  return 'cStat' in verdict ? { cStat: verdict.cStat, facts: {} } : signerBreach(event.author, verdict.signer);
}

function contextOf(
  { chNFe, author }: FiscalEvent,
  { endpoint, message, at }: Call,
  authority: TaxAuthority,
): EventContext {
  const { register, epecBlocks } = authority;
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
    epecBlocked: (issuer) => epecBlocks.isBlocked(issuer, at),
    acceptsLateCancellation: () =>
      authority.acceptsLateCancellation || authority.scenarios.take('acceptLateCancellation', subject) === true,
  };
}

function firstBreach(event: FiscalEvent, kind: EventKind, context: EventContext): Breach | undefined {
  for (const { cStat, breaks } of rulesOf(kind)) {
    const broken = breaks(event, context);
    if (broken !== false) {
      return { cStat, facts: { chNFe: event.chNFe, ...(typeof broken === 'string' && { field: broken }) } };
    }
  }
  return undefined;
}

/** The code that a scenario which names this service chose for the event. */
function chosen({ chNFe, author }: FiscalEvent, { scenarios }: TaxAuthority): number | undefined {
  return scenarios.take(
    'answer',
    { service: 'RecepcaoEvento', chNFe: [chNFe], cnpj: [author] },
    ({ cStat, service }, rule) => !isAboutMessage(cStat) && (service ?? rule.service) !== undefined,
  )?.cStat;
}

function refused(event: FiscalEvent, call: Call, authority: TaxAuthority, { cStat, facts }: Breach): Outcome {
  authority.insistence.rejected(call.transmitter, 'RecepcaoEvento', event.id, cStat, call.at);
  const pending = cStat === epecBlocked ? pendingOf(event, call, authority) : [];
  const said = { cStat, xMotivo: reason(cStat, facts), pending };
  return { chNFe: event.chNFe, id: event.id, cStat, retEvento: retEvento(event, call, said) };
}

/** The notices of a blocked issuer that still wait for their notes. */
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
  const authorizer = call.endpoint.authorizers.find(({ states }) => states.has(Number(chNFe.slice(0, 2))));
  const nProt = nextProtocol(authority.register, authorizer, cOrgao, call.at);
  const recipient = authority.register.note(call.endpoint.environment, chNFe)?.recipient;
  const said = {
    cStat,
    xMotivo: reason(cStat),
    nProt,
    xEvento: kind.title,
    ...(recipient !== undefined && { recipient }),
  };
  const answer = retEvento(event, call, said);
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
    procEvento: writeElement(
      'procEventoNFe',
      { '@xmlns': nfe, '@versao': '1.00' },
      standalone(call.source, element) + answer,
    ),
  });
  return { chNFe, id: event.id, cStat, retEvento: answer };
}
