import table from '../../tables/endpoints.json' with { type: 'json' };
import type { ServiceStanding } from '../availability.ts';
import { timestamp } from '../clock.ts';
import type { ScenarioRule, Subject } from '../control/scenarios.ts';
import { isAboutMessage, reason, Rejection } from '../reasons.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Endpoint, ServiceName } from '../transport/endpoints.ts';
import { dataOf } from '../transport/envelope.ts';
import { type Element, nfe } from '../xml/element.ts';
import { authorization } from './authorization.ts';
import { distribution } from './distribution.ts';
import { events } from './events.ts';
import { inutilization } from './inutilization.ts';
import { addresseeOf, issuersIn, keysIn } from './message.ts';
import { consultation, receipt, status } from './queries.ts';
import { checkSchema, type Reply, type Service } from './service.ts';

/** The distribution itself answers this code if a scenario chooses it, because there it starts a block and names an NSU. */
const tooOften = 656;

/** One request as it came in: its envelope, or the rejection that says why it could not be read. */
export type ReceivedMessage = {
  endpoint: Endpoint;
  at: Date;
  transmitter: string;
  /** The rejection of the certificate or of the bytes. */
  refusedWith: Rejection | undefined;
  envelope: { source: string; root: Element } | undefined;
};

/** Makes all checks that come before the service itself, in the authority's order, and then carries the message out. */
export async function admit(incoming: ReceivedMessage, authority: TaxAuthority): Promise<Reply> {
  const { endpoint, at, transmitter, envelope } = incoming;
  const message = envelope && dataOf(envelope.root, endpoint)?.children[0];
  const reply = await replyTo(incoming, authority);
  services[endpoint.service].logQuestion?.({ endpoint, at, transmitter, message }, reply, authority);
  return reply;
}

async function replyTo(incoming: ReceivedMessage, authority: TaxAuthority): Promise<Reply> {
  const { endpoint, at, envelope } = incoming;
  const service = services[endpoint.service];
  const data = envelope && dataOf(envelope.root, endpoint);
  const message = data?.children[0];
  try {
    if (incoming.refusedWith) throw inWordsOf(service, incoming.refusedWith);
    if (!envelope || !data || !message || data.children.length > 1) throw new Rejection(243);
    if (service.largest !== undefined && message.end - message.start > service.largest) throw new Rejection(214);
    checkForm(data, message);
    const subject = subjectOf(endpoint, message);
    checkStanding(incoming, message, authority);
    checkOpen(incoming, subject, authority);
    const { source } = envelope;
    const call = { endpoint, source, message, at, transmitter: incoming.transmitter };
    checkSchema(call, authority, service);
    return await service.perform(call, authority);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const keys = message ? keysIn(message) : [];
    return {
      result: service.refuse({ endpoint, at, message }, error.cStat, error.message),
      outcomes: (keys.length > 0 ? keys : [null]).map((chNFe) => ({ chNFe, cStat: error.cStat })),
    };
  }
}

/** Replaces 282: the distribution has its own code for a certificate that names nobody. */
function inWordsOf({ codes }: Service, rejection: Rejection): Rejection {
  return rejection.cStat === 282 && codes.unnamed !== undefined ? new Rejection(codes.unnamed) : rejection;
}

/** The fields of a message that scenarios are matched by. */
export function subjectOf(endpoint: Endpoint, message: Element | undefined): Subject {
  return {
    service: endpoint.service,
    chNFe: message ? keysIn(message) : [],
    cnpj: message ? issuersIn(message) : [],
  };
}

function checkStanding({ endpoint, at }: ReceivedMessage, message: Element, { serviceStates }: TaxAuthority): void {
  const { authorizer, cUF } = addresseeOf(endpoint, message);
  if (!authorizer) return;
  const { name, model } = authorizer;
  const standing = serviceStates.standing({ authorizer: name, model, environment: endpoint.environment, cUF }, at);
  const stopped = stoppage(standing, endpoint.service, cUF);
  if (stopped) throw stopped;
}

function checkOpen({ endpoint, transmitter, at }: ReceivedMessage, subject: Subject, authority: TaxAuthority): void {
  const paused = authority.scenarios.take('paused', subject);
  if (paused) throw new Rejection(paused.cStat, {}, paused.xMotivo);
  if (authority.insistence.isBlocked(transmitter, endpoint.service, at)) {
    throw new Rejection(656, { detail: 'Servico bloqueado. Tente apos 1 hora' });
  }
  const each = endpoint.service === 'NfeAutorizacao' || endpoint.service === 'RecepcaoEvento';
  const chosen = authority.scenarios.take(
    'answer',
    subject,
    (answer, rule) =>
      !(answer.cStat === tooOften && endpoint.service === 'NFeDistribuicaoDFe') &&
      (isAboutMessage(answer.cStat) || (!each && namesService(answer, rule))),
  );
  if (chosen) throw new Rejection(chosen.cStat, {}, chosen.xMotivo ?? reason(chosen.cStat));
}

/** A chosen code without a service is meant for the authorization of notes. */
function namesService(answer: NonNullable<ScenarioRule['answer']>, rule: ScenarioRule): boolean {
  return answer.service !== undefined || rule.service !== undefined;
}

/** The services by name; a new service also needs an entry in `serviceNames`. */
const services: { readonly [Name in ServiceName]: Service } = {
  NfeStatusServico: status,
  NfeAutorizacao: authorization,
  NfeRetAutorizacao: receipt,
  NfeConsultaProtocolo: consultation,
  NfeInutilizacao: inutilization,
  RecepcaoEvento: events,
  NFeDistribuicaoDFe: distribution,
};

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * Checks how a message is written, before its content: prefixes (404), namespaces (587), and white space between tags (588).
 *
 * @throws Rejection
 */
function checkForm(data: Element, message: Element): void {
  const found = { prefix: false, namespace: false, space: data.text !== '' };
  inspect(message, found);
  if (found.prefix) throw new Rejection(404);
  if (found.namespace) throw new Rejection(587);
  if (found.space) throw new Rejection(588);
}

function inspect(element: Element, found: { prefix: boolean; namespace: boolean; space: boolean }): void {
  found.prefix ||= element.prefix !== '' || element.declares.some((prefix) => prefix !== '');
  found.namespace ||= element.namespace !== nfe && element.namespace !== signatureNamespace;
  found.space ||= element.children.length > 0 && element.text !== '';
  for (const one of element.children) inspect(one, found);
}

const codes = { PAUSED: 108, STOPPED: 109 } as const;
const closing = 113;
const off = 114;

/**
 * The rejection that an authorizer answers to a message because of its service status, if any (MOC 7.0 Anexo I, group B; NT 2013.007). A
 * contingency that is CLOSING answers 113 only to questions about the status; it still takes what is sent. A contingency that is OFF takes
 * no notes, but always answers about those that it authorized, and cancels them (MOC 7.0 Anexo III, 2.1.3.4 a to g).
 */
function stoppage(
  { status, until }: ServiceStanding,
  service: ServiceName,
  cUF: number | undefined,
): Rejection | undefined {
  if (status === 'OPERATING') return undefined;
  if (status === 'PAUSED' || status === 'STOPPED') return new Rejection(codes[status]);
  if (status === 'OFF') return offTakes(service) ? undefined : new Rejection(off);
  return service === 'NfeStatusServico' ? new Rejection(closing, {}, closingText(cUF, until)) : undefined;
}

function offTakes(service: ServiceName): boolean {
  return service !== 'NfeStatusServico' && service !== 'NfeAutorizacao';
}

/** The published text of 113 with its state and, if the end is known, its time. */
function closingText(cUF: number | undefined, until: number | undefined): string {
  const state = Object.entries(table.cUF).find(([, code]) => code === cUF)?.[0] ?? 'XX';
  const named = reason(closing).replace('SEFAZ-XX', `SEFAZ-${state}`);
  if (until === undefined) return named.replace(/ em dd\/mm\/aa .*/, '');
  const [, year = '', month = '', day = '', time = ''] =
    /^..(..)-(..)-(..)T(..:..)/.exec(timestamp(new Date(until))) ?? [];
  return named.replace('dd/mm/aa', `${day}/${month}/${year}`).replace('hh:mm', time);
}
