import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LineState } from '../availability.ts';
import { timestamp } from '../clock.ts';
import type { Exchange, Exchanges } from '../control/log.ts';
import { Rejection } from '../reasons.ts';
import { admit, subjectOf } from '../services/admission.ts';
import { addresseeOf, mentions } from '../services/message.ts';
import type { Reply } from '../services/service.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Element } from '../xml/element.ts';
import { type Answer, carryOut, type Gateway, type Ending, plain, type Transmitter } from './gateway.ts';
import type { Endpoint } from './endpoints.ts';
import { bodyOf, dataOf, type Envelope, enveloped, fault, received, unpacked, wellFormed } from './envelope.ts';

type KnownTransmitter = Extract<Transmitter, { taxId: string }>;

/** The gateway of layout 4.00: SOAP 1.2 at its published addresses. */
export function soapGateway(endpoints: ReadonlyMap<string, Endpoint>, authority: TaxAuthority): Gateway {
  return {
    at({ host, path }) {
      const endpoint = endpoints.get(`${host}${path}`.toLowerCase());
      return endpoint && ((request, transmitter) => attend(request, endpoint, transmitter, authority));
    },
  };
}

async function attend(
  request: IncomingMessage,
  endpoint: Endpoint,
  transmitter: Transmitter,
  authority: TaxAuthority,
): Promise<Ending> {
  const line = authority.lines.to(endpoint, authority.clock.now());
  if (line !== 'OPEN') return lost(request, line);
  if (request.method !== 'POST') return plain(405, 'Method Not Allowed');
  if ('forbidden' in transmitter) return { status: 403, type: 'text/html', body: transmitter.forbidden };
  if (!/^application\/soap\+xml/i.test(request.headers['content-type'] ?? '')) {
    return plain(415, 'Unsupported Media Type: SOAP 1.2 (application/soap+xml)');
  }
  return converse(request, endpoint, transmitter, authority);
}

/**
 * How a message over a cut line ends: REFUSED resets the connection before the message is read, RESET after it was read, and BLACK_HOLE
 * never answers.
 */
async function lost(request: IncomingMessage, line: Exclude<LineState, 'OPEN'>): Promise<Ending> {
  if (line === 'RESET') await received(request);
  return line === 'BLACK_HOLE' ? 'hung' : 'reset';
}

async function converse(
  request: IncomingMessage,
  endpoint: Endpoint,
  transmitter: KnownTransmitter,
  authority: TaxAuthority,
): Promise<Ending> {
  const at = authority.clock.now();
  const { envelope, refusedWith } = await read(request, endpoint, transmitter);
  const message = envelope && dataOf(envelope.root, endpoint)?.children[0];
  if (envelope && !message) return soap(400, fault('Sender', `nfeDadosMsg de ${endpoint.namespace} nao encontrado`));
  const noted = note(authority.exchanges, endpoint, at, envelope?.source ?? '', message);

  return carryOut(authority.scenarios, {
    subject: subjectOf(endpoint, message),
    noted,
    async perform() {
      const incoming = { endpoint, at, transmitter: transmitter.taxId, envelope, refusedWith };
      const reply = await admit(incoming, authority);
      for (const exchange of noted) exchange.cStat = codeFor(exchange, reply);
      await authority.register.settled();
      return soap(200, enveloped(endpoint, reply.result));
    },
    failure: (status) => soap(status, fault('Receiver', 'Erro interno do servidor')),
  });
}

function soap(status: number, body: string): Answer {
  return { status, type: 'application/soap+xml; charset=utf-8', body };
}

async function read(
  request: IncomingMessage,
  endpoint: Endpoint,
  transmitter: KnownTransmitter,
): Promise<{ envelope: Envelope | undefined; refusedWith: Rejection | undefined }> {
  const refusedWith = transmitter.refusedWith === undefined ? undefined : new Rejection(transmitter.refusedWith);
  try {
    const source = await bodyOf(request);
    return { envelope: unpacked({ source, root: wellFormed(source) }, endpoint), refusedWith };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { envelope: undefined, refusedWith: refusedWith ?? error };
  }
}

function note(
  exchanges: Exchanges,
  endpoint: Endpoint,
  at: Date,
  source: string,
  message: Element | undefined,
): Exchange[] {
  const { authorizer } = addresseeOf(endpoint, message);
  const { service, environment } = endpoint;
  const arrived = {
    at: timestamp(at),
    service,
    environment,
    authorizer: authorizer?.name ?? null,
    model: authorizer?.model ?? null,
  };
  const named = message ? mentions(message) : [];
  if (named.length === 0) return [exchanges.received({ ...arrived, chNFe: null, id: null, sha256: digest(source) })];
  return named.map(({ chNFe, id, element }) =>
    exchanges.received({ ...arrived, chNFe, id, sha256: digest(source.slice(element.start, element.end)) }),
  );
}

function codeFor({ chNFe, id }: Exchange, { outcomes }: Reply): number | null {
  const found =
    outcomes.find((one) => one.id !== undefined && one.id === id) ?? outcomes.find((one) => one.chNFe === chNFe);
  return (found ?? outcomes[0])?.cStat ?? null;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
