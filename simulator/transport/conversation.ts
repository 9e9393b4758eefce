import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Rejection } from '../answers/rejection.ts';
import { timestamp } from '../clock.ts';
import type { Exchange, Exchanges, Outcome } from '../control/exchanges.ts';
import type { Subject } from '../control/scenarios.ts';
import { admit, subjectOf } from '../services/admission.ts';
import type { Reply } from '../services/service.ts';
import { mentions } from '../services/subjects.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Element } from '../xml/element.ts';
import { readXml } from '../xml/reader.ts';
import { bodyOf } from './body.ts';
import type { Endpoint } from './endpoints.ts';
import { dataOf, enveloped, fault } from './soap.ts';
import type { Transmitter } from './transmitter.ts';

/** How a request ends: with an HTTP answer, or without one on purpose. */
export type Ending = { status: number; body: string } | Exclude<Outcome, 'answered'>;

type Admitted = Extract<Transmitter, { taxId: string }>;
type Envelope = { source: string; root: Element };

/** Handles one request from its bytes to its ending, with all effects of scenarios. */
export async function converse(
  request: IncomingMessage,
  endpoint: Endpoint,
  transmitter: Admitted,
  authority: TaxAuthority,
): Promise<Ending> {
  const at = authority.clock.now();
  const { envelope, refusedWith } = await read(request, transmitter);
  const message = envelope && dataOf(envelope.root, endpoint.namespace)?.children[0];
  if (envelope && !message)
    return { status: 400, body: fault('Sender', `nfeDadosMsg de ${endpoint.namespace} nao encontrado`) };
  const subject = subjectOf(endpoint, message);
  const noted = note(authority.exchanges, endpoint, at, envelope?.source ?? '', message);

  const cutShort = interruption(authority, subject);
  if (cutShort !== undefined) return ended(noted, cutShort);

  const incoming = { endpoint, at, transmitter: transmitter.taxId, envelope, refusedWith };
  const reply = admit(incoming, authority);
  for (const exchange of noted) exchange.cStat = codeFor(exchange, reply);
  await authority.register.settled();

  const latencyMs = authority.scenarios.take('latencyMs', subject) ?? 0;
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
  if (authority.scenarios.take('drop', subject, (when) => when === 'after')) return ended(noted, 'dropped');
  return ended(noted, { status: 200, body: enveloped(endpoint.namespace, reply.result) });
}

async function read(
  request: IncomingMessage,
  transmitter: Admitted,
): Promise<{ envelope: Envelope | undefined; refusedWith: Rejection | undefined }> {
  try {
    const source = await bodyOf(request);
    return { envelope: { source, root: wellFormed(source) }, refusedWith: transmitter.refusedWith };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { envelope: undefined, refusedWith: transmitter.refusedWith ?? error };
  }
}

function wellFormed(source: string): Element {
  try {
    return readXml(source);
  } catch (error) {
    throw new Rejection(243, { detail: error instanceof Error ? error.message : '' });
  }
}

function note(
  exchanges: Exchanges,
  { service, environment }: Endpoint,
  at: Date,
  source: string,
  message: Element | undefined,
): Exchange[] {
  const received = { at: timestamp(at), service, environment };
  const named = message ? mentions(message) : [];
  if (named.length === 0) return [exchanges.received({ ...received, chNFe: null, id: null, sha256: digest(source) })];
  return named.map(({ chNFe, id, element }) =>
    exchanges.received({ ...received, chNFe, id, sha256: digest(source.slice(element.start, element.end)) }),
  );
}

function interruption({ scenarios }: TaxAuthority, subject: Subject): Ending | undefined {
  if (scenarios.take('drop', subject, (when) => when === 'before')) return 'dropped';
  if (scenarios.take('reset', subject)) return 'reset';
  if (scenarios.take('hang', subject)) return 'hung';
  const status = scenarios.take('httpStatus', subject);
  return status === undefined ? undefined : { status, body: fault('Receiver', 'Erro interno do servidor') };
}

function codeFor({ chNFe, id }: Exchange, { said }: Reply): number | null {
  const found = said.find((one) => one.id !== undefined && one.id === id) ?? said.find((one) => one.chNFe === chNFe);
  return (found ?? said[0])?.cStat ?? null;
}

function ended(noted: readonly Exchange[], ending: Ending): Ending {
  for (const exchange of noted) exchange.outcome = typeof ending === 'string' ? ending : 'answered';
  return ending;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
