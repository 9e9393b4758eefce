import { isAboutMessage } from '../answers/message-codes.ts';
import { reason } from '../answers/reason.ts';
import { Rejection } from '../answers/rejection.ts';
import type { ScenarioRule } from '../control/scenario.ts';
import type { Subject } from '../control/scenarios.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import { dataOf } from '../transport/soap.ts';
import type { Element } from '../xml/element.ts';
import { addresseeOf } from './addressee.ts';
import { services } from './index.ts';
import { checkForm } from './message-form.ts';
import type { Reply, Service } from './service.ts';
import { stoppage } from './stoppage.ts';
import { issuersIn, keysIn } from './subjects.ts';

/** The distribution carries out this one itself: it lasts, and tells where to go on. */
const tooOften = 656;

/** One request as it came in: its envelope, or the rejection that says why it could not be read. */
export type Incoming = {
  endpoint: Endpoint;
  at: Date;
  transmitter: string;
  /** The rejection of the certificate or of the bytes. */
  refusedWith: Rejection | undefined;
  envelope: { source: string; root: Element } | undefined;
};

/** Makes all checks that come before the message's service, in the authority's order. */
export async function admit(incoming: Incoming, authority: TaxAuthority): Promise<Reply> {
  const { endpoint, at, transmitter, envelope } = incoming;
  const message = envelope && dataOf(envelope.root, endpoint)?.children[0];
  const reply = await replyTo(incoming, authority);
  services[endpoint.service].heard?.({ endpoint, at, transmitter, message }, reply, authority);
  return reply;
}

async function replyTo(incoming: Incoming, authority: TaxAuthority): Promise<Reply> {
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
    return await service.perform({ endpoint, source, message, at, transmitter: incoming.transmitter }, authority);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const keys = message ? keysIn(message) : [];
    return {
      result: service.refuse({ endpoint, at, message }, error.cStat, error.message),
      said: (keys.length > 0 ? keys : [null]).map((chNFe) => ({ chNFe, cStat: error.cStat })),
    };
  }
}

/** A certificate that names nobody has its own code at the distribution. */
function inWordsOf({ codes }: Service, rejection: Rejection): Rejection {
  return rejection.cStat === 282 && codes.unnamed !== undefined ? new Rejection(codes.unnamed) : rejection;
}

/** The fields of a message that scenarios match. */
export function subjectOf(endpoint: Endpoint, message: Element | undefined): Subject {
  return {
    service: endpoint.service,
    chNFe: message ? keysIn(message) : [],
    cnpj: message ? issuersIn(message) : [],
  };
}

function checkStanding({ endpoint, at }: Incoming, message: Element, { serviceStates }: TaxAuthority): void {
  const { authorizer, cUF } = addresseeOf(endpoint, message);
  if (!authorizer) return;
  const { name, model } = authorizer;
  const standing = serviceStates.standing({ authorizer: name, model, environment: endpoint.environment, cUF }, at);
  const stopped = stoppage(standing, endpoint.service, cUF);
  if (stopped) throw stopped;
}

function checkOpen({ endpoint, transmitter, at }: Incoming, subject: Subject, authority: TaxAuthority): void {
  const paused = authority.scenarios.take('paused', subject);
  if (paused) throw new Rejection(paused.cStat, {}, paused.xMotivo);
  if (authority.insistence.blocked(transmitter, endpoint.service, at)) {
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

/** A code without a service is meant for the authorization of notes. */
function namesService(answer: NonNullable<ScenarioRule['answer']>, rule: ScenarioRule): boolean {
  return answer.service !== undefined || rule.service !== undefined;
}
