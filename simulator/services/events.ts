import { isAboutMessage } from '../answers/message-codes.ts';
import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import { written } from '../clock.ts';
import type { EventKind, EventScene, FiscalEvent } from '../events/event.ts';
import { readEvent } from '../events/event.ts';
import { rulesOf } from '../events/event-rules.ts';
import { kindOf } from '../events/kinds.ts';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';
import { judgeSignature } from '../xml/signature.ts';
import { standalone } from '../xml/standalone.ts';
import { field } from '../xml/writer.ts';
import { homeState, nfe, verAplic } from './head.ts';
import type { Breach } from './judge-note.ts';
import { signerBreach } from './judge-note.ts';
import type { Call, Office, Service } from './office.ts';
import { nextProtocol } from './sequence.ts';

const lotProcessed = 128;

type Outcome = { chNFe: string; cStat: number; retEvento: string };

/** RecepcaoEvento: fiscal events on notes, each answered for itself. */
export const events: Service = {
  root: 'envEvento',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: (call, cStat, xMotivo) => result(call, cStat, xMotivo, ''),

  perform(call, office) {
    const { message } = call;
    if (message.name !== 'envEvento') throw new Rejection(516);
    if (message.attributes['versao'] === undefined) throw new Rejection(517);
    const sent = children(message, 'evento');
    if (sent.length === 0 || sent.length > 20) throw new Rejection(215);
    const outcomes = sent.map((element) => perform(element, call, office));
    const answers = outcomes.map(({ retEvento }) => retEvento).join('');
    return { result: result(call, lotProcessed, reason(lotProcessed), answers), said: outcomes };
  },
};

function perform(element: Element, call: Call, office: Office): Outcome {
  const event = readEvent(element);
  if (!event) throw new Rejection(215);
  const kind = kindOf(event.tpEvento);
  if (!kind) return refused(event, call, office, { cStat: 491, facts: {} });
  if (event.verEvento !== '1.00') return refused(event, call, office, { cStat: 492, facts: {} });
  const fault = schemaFault(element, kind, call, office);
  if (fault !== undefined) return refused(event, call, office, { cStat: 493, facts: { detail: fault } });

  const scene = sceneOf(event, call, office);
  const breach = signatureBreach(element, event, call, office) ?? firstBreach(event, kind, scene);
  if (breach) return refused(event, call, office, breach);
  const about = { service: 'RecepcaoEvento', chNFe: [event.chNFe], cnpj: [event.author] } as const;
  const wanted = office.scenarios.take(
    'answer',
    about,
    ({ cStat, service }, rule) => !isAboutMessage(cStat) && (service ?? rule.service) !== undefined,
  );
  if (wanted) return refused(event, call, office, { cStat: wanted.cStat, facts: {} });
  return register(element, event, kind, scene, call, office);
}

function schemaFault(element: Element, kind: EventKind, { source }: Call, { schemas }: Office): string | undefined {
  const lot = `<envEvento xmlns="${nfe}" versao="1.00"><idLote>1</idLote>${standalone(source, element)}</envEvento>`;
  return schemas.faultOf(kind.schema, lot);
}

function signatureBreach(element: Element, event: FiscalEvent, call: Call, { trust }: Office): Breach | undefined {
  const signed = { source: call.source, content: event.infEvento, signature: child(element, 'Signature') };
  const verdict = judgeSignature(signed, trust, call.at);
  return 'cStat' in verdict ? { cStat: verdict.cStat, facts: {} } : signerBreach(event.author, verdict.signer);
}

function sceneOf({ chNFe }: FiscalEvent, { endpoint, at }: Call, office: Office): EventScene {
  return {
    endpoint,
    at,
    note: office.register.note(endpoint.environment, chNFe),
    registered: office.register.events(endpoint.environment, chNFe),
    acceptsLateCancellation: office.acceptsLateCancellation,
  };
}

function firstBreach(event: FiscalEvent, kind: EventKind, scene: EventScene): Breach | undefined {
  const broken = rulesOf(kind).find((rule) => rule.breaks(event, scene));
  return broken && { cStat: broken.cStat, facts: { chNFe: event.chNFe } };
}

function refused(event: FiscalEvent, call: Call, { insistence }: Office, { cStat, facts }: Breach): Outcome {
  insistence.rejected(call.transmitter, 'RecepcaoEvento', event.id, cStat, call.at);
  return { chNFe: event.chNFe, cStat, retEvento: answer(event, call, { cStat, xMotivo: reason(cStat, facts) }) };
}

function register(
  element: Element,
  event: FiscalEvent,
  kind: EventKind,
  scene: EventScene,
  call: Call,
  office: Office,
): Outcome {
  const { chNFe, tpEvento, nSeqEvento } = event;
  const cStat = kind.registeredAs(scene);
  const desk = call.endpoint.desks[0];
  const nProt = nextProtocol(office.register, desk, event.cOrgao, call.at);
  const retEvento = answer(event, call, { cStat, xMotivo: reason(cStat), nProt, xEvento: kind.title });
  const evento = standalone(call.source, element);
  office.register.add({
    kind: 'event',
    environment: call.endpoint.environment,
    chNFe,
    tpEvento,
    nSeqEvento,
    cStat,
    nProt,
    dhRegEvento: written(call.at),
    procEvento: `<procEventoNFe xmlns="${nfe}" versao="1.00">${evento}${retEvento}</procEventoNFe>`,
  });
  return { chNFe, cStat, retEvento };
}

type Said = { cStat: number; xMotivo: string; nProt?: string; xEvento?: string };

function answer(event: FiscalEvent, { endpoint, at }: Call, { cStat, xMotivo, nProt, xEvento }: Said): string {
  return (
    `<retEvento versao="1.00"><infEvento${nProt ? ` Id="ID${nProt}"` : ''}>${field('tpAmb', endpoint.environment)}` +
    `${field('verAplic', verAplic)}${field('cOrgao', event.cOrgao)}${field('cStat', cStat)}${field('xMotivo', xMotivo)}` +
    `${field('chNFe', event.chNFe)}${field('tpEvento', event.tpEvento)}${field('xEvento', xEvento)}` +
    `${field('nSeqEvento', event.nSeqEvento)}${field('dhRegEvento', written(at))}${field('nProt', nProt)}` +
    `</infEvento></retEvento>`
  );
}

function result(call: Parameters<Service['refuse']>[0], cStat: number, xMotivo: string, answers: string): string {
  const { endpoint, message } = call;
  return (
    `<retEnvEvento xmlns="${nfe}" versao="1.00">${field('idLote', textOf(message, 'idLote') ?? '0')}` +
    `${field('tpAmb', endpoint.environment)}${field('verAplic', verAplic)}` +
    `${field('cOrgao', textOf(message, 'evento', 'infEvento', 'cOrgao') ?? homeState(endpoint))}` +
    `${field('cStat', cStat)}${field('xMotivo', xMotivo)}${answers}</retEnvEvento>`
  );
}
