import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { timestamp } from '../clock.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { type Answer, carryOut, type Gateway, type Ending, type Transmitter } from '../transport/gateway.ts';
import { largestMessage, received } from '../transport/envelope.ts';
import { distribution } from './distribution.ts';
import { type PackedDocument, unpack } from './document.ts';
import { NfseRefusal, transmissionFault } from './fault.ts';
import {
  isMoved,
  type NfseAddress,
  nfseAddress,
  type NfseCall,
  type NfseMention,
  type NfseReply,
  type Operation,
} from './operation.ts';
import { parametrization } from './parametrization.ts';
import { chosenDistortion, distorted, refuseAtReception } from './scenario-effects.ts';
import { emission } from './sefin/emission.ts';
import { eventRegistration } from './sefin/events.ts';
import { dpsExistence, dpsQuery, eventQuery, noteQuery } from './sefin/queries.ts';

type Visit = { request: IncomingMessage; address: NfseAddress; query: URLSearchParams };
type KnownTransmitter = Extract<Transmitter, { taxId: string }>;

/** The gateway of the national NFS-e: REST at the addresses of SEFIN, ADN and the parametrization. */
export function nfseGateway(authority: TaxAuthority): Gateway {
  return {
    at({ query, ...place }) {
      const address = nfseAddress(place);
      return address && ((request, transmitter) => attend({ request, address, query }, transmitter, authority));
    },
  };
}

async function attend(visit: Visit, transmitter: Transmitter, authority: TaxAuthority): Promise<Ending> {
  const { request, address } = visit;
  if ('forbidden' in transmitter) return page(403, transmitter.forbidden);
  if (isMoved(address.api, address.path)) return page(501);
  const here = operations.filter(({ api, path }) => api === address.api && path.test({ pathname: address.path }));
  const operation = here.find(({ method }) => method === request.method);
  if (!operation) return here.length > 0 ? page(405) : page(404);
  return converse(operation, visit, transmitter, authority);
}

async function converse(
  operation: Operation,
  { request, address, query }: Visit,
  transmitter: KnownTransmitter,
  authority: TaxAuthority,
): Promise<Ending> {
  const body = await received(request);
  if (body.length > largestMessage) return page(413);
  const at = authority.clock.now();
  const asReceived = {
    environment: address.environment,
    at,
    transmitter: transmitter.taxId,
    parameters: operation.path.exec({ pathname: address.path })?.pathname.groups ?? {},
    query,
    document: operation.field === undefined ? undefined : documentIn(body, operation.field),
  };
  const mention = operation.about(asReceived);
  const call = { ...asReceived, subject: subjectOf(operation, mention) };
  const exchange = authority.exchanges.received({
    at: timestamp(at),
    service: operation.service,
    environment: call.environment,
    authorizer: null,
    model: null,
    chNFe: null,
    chNFSe: mention.chNFSe,
    id: mention.id ?? null,
    sha256: createHash('sha256').update(sourceOf(call)).digest('hex'),
  });
  return carryOut(authority.scenarios, {
    subject: call.subject,
    noted: [exchange],
    async perform() {
      const reply = await replyTo(operation, call, transmitter, authority);
      exchange.cStat = reply.cStat ?? null;
      exchange.chNFSe = reply.chNFSe ?? mention.chNFSe;
      operation.logQuestion?.(call, reply, authority);
      return answer(reply);
    },
    failure: page,
  });
}

async function replyTo(
  operation: Operation,
  call: NfseCall,
  { refusedWith }: KnownTransmitter,
  authority: TaxAuthority,
): Promise<NfseReply> {
  try {
    if (refusedWith !== undefined) throw new NfseRefusal(403, [transmissionFault(refusedWith)]);
    refuseAtReception(call, authority);
    const reply = await operation.perform(call, authority);
    const how = chosenDistortion(call, authority);
    return how === undefined ? reply : await distorted(reply, how, call, authority);
  } catch (error) {
    if (!(error instanceof NfseRefusal)) throw error;
    const [first] = error.faults;
    if (!first) return { status: error.status, body: page(error.status).body };
    return { status: error.status, body: operation.refusal(call, error), ...(first.code && { cStat: first.code }) };
  }
}

function subjectOf({ service }: Operation, { chNFSe, id, taxId }: NfseMention): NfseCall['subject'] {
  return { service, chNFe: [], cnpj: taxId === undefined ? [] : [taxId], chNFSe, id };
}

function documentIn(body: Buffer, field: string): PackedDocument | NfseRefusal {
  try {
    return unpack(body, field);
  } catch (error) {
    if (error instanceof NfseRefusal) return error;
    throw error;
  }
}

function sourceOf({ document }: Pick<NfseCall, 'document'>): string {
  return document && 'source' in document ? document.source : '';
}

function answer({ status, body }: NfseReply): Answer {
  return typeof body === 'string'
    ? { status, type: 'text/html', body }
    : { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

const titles: Readonly<Record<number, string>> = {
  403: 'Forbidden: Access is denied.',
  404: 'The resource cannot be found.',
  405: 'The requested resource does not support http method.',
  413: 'Request Entity Too Large',
  501: 'Este serviço foi movido para o novo endereço',
};

/** A page of the web server itself, which the real servers answer for addresses without an operation. */
function page(status: number, title = titles[status] ?? 'Server Error'): Answer {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${status}</h1><p>${title}</p></body></html>`;
  return { status, type: 'text/html', body };
}

/** Every operation of the national NFS-e. */
const operations: readonly Operation[] = [
  emission,
  noteQuery,
  dpsQuery,
  dpsExistence,
  eventRegistration,
  eventQuery,
  ...distribution,
  ...parametrization,
];
