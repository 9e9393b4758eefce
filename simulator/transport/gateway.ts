import type { IncomingMessage } from 'node:http';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { Trust } from '../certificates/trust.ts';
import type { Exchange, Outcome } from '../control/log.ts';
import type { Scenarios, Subject } from '../control/scenarios.ts';

/** An HTTP answer; without a body it is a status alone. */
export type Answer = {
  status: number;
  type: string;
  body: string;
  /** Only half of the body is sent. */
  cut?: true;
};

/** How a request ends: with an answer, or deliberately without one. */
export type Ending = Answer | Exclude<Outcome, 'answered' | 'cut'>;

/** Where a request was sent: the published host in lower case, the path as written, and the query. */
export type Address = { host: string; path: string; query: URLSearchParams };

/** Handles one request at its address, from reading its bytes to its ending. */
export type Handler = (request: IncomingMessage, transmitter: Transmitter) => Promise<Ending>;

/** One way of speaking with the authority (SOAP, or the REST of the NFS-e). `at` returns undefined for addresses that it does not serve. */
export type Gateway = { at(address: Address): Handler | undefined };

/** An answer of the web server itself. */
export function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain', body: text };
}

/** The sender of a request: one that is turned away (403), or the CNPJ or CPF of a certificate, with the code (280 family) that refuses it, if any. */
export type Transmitter = { forbidden: string } | { taxId: string; refusedWith: number | undefined };

const differsFromNational = 285;

/** Remembers the certificate of each connection, because a connection shows it only once. */
export class Transmitters {
  readonly #trust: Trust;
  readonly #shown = new WeakMap<TLSSocket, Buffer>();

  constructor(trust: Trust) {
    this.#trust = trust;
  }

  /**
   * Checks the client certificate of a connection. Without one, or with one from outside the national infrastructure, the
   * web server refuses the request before any service sees it, as the real ones do; other faults are codes of the 280 family.
   */
  of(socket: TLSSocket, at: Date): Transmitter {
    const der = this.#certificateOf(socket);
    if (!der) return { forbidden: '403.7 - Forbidden: client certificate required' };
    const check = this.#trust.check(der, 'transmitter', at);
    if ('identity' in check) {
      return { taxId: check.identity.cnpj ?? check.identity.cpf ?? '', refusedWith: undefined };
    }
    if (check.cStat === differsFromNational)
      return { forbidden: '403.16 - Forbidden: client certificate is not trusted' };
    return { taxId: '', refusedWith: check.cStat };
  }

  #certificateOf(socket: TLSSocket): Buffer | undefined {
    const known = this.#shown.get(socket);
    if (known) return known;
    const { raw }: Partial<PeerCertificate> = socket.getPeerCertificate();
    if (raw) this.#shown.set(socket, raw);
    return raw;
  }
}

/** One message through either gateway. What it registers must be on disk when `perform` resolves. */
type Visit = {
  subject: Subject;
  /** The log entries of the message, one for each thing that it is about. */
  noted: readonly Exchange[];
  perform: () => Promise<Answer>;
  /** An HTTP error in the form of this gateway. */
  failure: (status: number) => Answer;
};

/** Carries out a message, with every effect that scenarios have on its connection, and logs how it ended. */
export async function carryOut(scenarios: Scenarios, visit: Visit): Promise<Ending> {
  const ending = interruption(scenarios, visit) ?? (await answer(scenarios, visit));
  for (const exchange of visit.noted) exchange.outcome = outcomeOf(ending);
  return ending;
}

function interruption(scenarios: Scenarios, { subject, failure }: Visit): Ending | undefined {
  if (scenarios.take('drop', subject, (when) => when === 'before')) return 'dropped';
  if (scenarios.take('reset', subject)) return 'reset';
  if (scenarios.take('hang', subject)) return 'hung';
  const status = scenarios.take('httpStatus', subject);
  return status === undefined ? undefined : failure(status);
}

async function answer(scenarios: Scenarios, { subject, perform }: Visit): Promise<Ending> {
  const performed = await perform();
  await scenarios.holdBack(subject);
  if (scenarios.take('drop', subject, (when) => when === 'after')) return 'dropped';
  return scenarios.take('cut', subject) ? { ...performed, cut: true } : performed;
}

function outcomeOf(ending: Ending): Outcome {
  if (typeof ending === 'string') return ending;
  return ending.cut ? 'cut' : 'answered';
}
