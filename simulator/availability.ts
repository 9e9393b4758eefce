import { z } from 'zod';
import table from '../tables/endpoints.json' with { type: 'json' };
import type { Endpoint } from './transport/endpoints.ts';

/** One thing that was set, and when it holds; both in milliseconds. */
type Setting<T> = { value: T; from: number; until: number };

/** Things that were set for a time, newest last. Of those that hold and apply the newest wins; when it ends, the one before is back. */
export class Settings<T> {
  #all: Setting<T>[] = [];

  add(...settings: readonly Setting<T>[]): void {
    this.#all.push(...settings);
  }

  inForce(at: Date, applies: (value: T) => boolean): Setting<T> | undefined {
    const instant = at.getTime();
    return this.#all.findLast(({ value, from, until }) => from <= instant && instant < until && applies(value));
  }

  /** What holds or will hold, with its times as text where they are limited. */
  current(at: Date): (T & { from?: string; until?: string })[] {
    const instant = at.getTime();
    return this.#all
      .filter(({ until }) => instant < until)
      .map(({ value, from, until }) => ({
        ...value,
        ...(from > instant && { from: new Date(from).toISOString() }),
        ...(until < Infinity && { until: new Date(until).toISOString() }),
      }));
  }

  clear(): void {
    this.#all = [];
  }
}

/** The end of something that begins now: after some seconds, or never. */
export function endAfter(at: Date, seconds: number | undefined): number {
  return seconds === undefined ? Infinity : at.getTime() + seconds * 1000;
}

const environments = { PRODUCTION: 1, HOMOLOGATION: 2 } as const;
const states: Readonly<Record<string, number>> = table.cUF;

/** Names of the authorizers, as in the published table. */
export const authorizerNames = [...new Set([...Object.keys(table.model55), ...Object.keys(table.model65)])];

/** The parts of an authorizer that something can be set for; without any of them it holds for all. */
export const part = {
  model: z.enum(['55', '65']).optional(),
  environment: z.enum(['PRODUCTION', 'HOMOLOGATION']).optional(),
};

/** Name of a state. */
export const stateName = z.enum(Object.keys(table.cUF));

/** What something was set for. */
type Scope = {
  authorizer: string;
  model?: '55' | '65' | undefined;
  environment?: keyof typeof environments | undefined;
  /** Only the issuers of this state. */
  state?: string | undefined;
};

/** What a message is for; its state is not always known. */
type Place = { authorizer: string; model: 55 | 65; environment: 1 | 2; cUF?: number | undefined };

/** Whether what was set for a scope holds at a place. */
function covers({ authorizer, model, environment, state }: Scope, place: Place): boolean {
  return (
    authorizer === place.authorizer &&
    (model === undefined || Number(model) === place.model) &&
    (environment === undefined || environments[environment] === place.environment) &&
    (state === undefined || states[state] === place.cUF)
  );
}

/** How an authorizer's services stand; closing and off are known at the contingencies (SVC) alone. */
export const serviceStatuses = ['OPERATING', 'PAUSED', 'STOPPED', 'CLOSING', 'OFF'] as const;
type ServiceStatus = (typeof serviceStatuses)[number];

/** How one authorizer stands, for whom. */
type ServiceState = Scope & { status: ServiceStatus };

/** The state of a place, and when it ends if that is known. */
export type ServiceStanding = { status: ServiceStatus; until: number | undefined };

/** The states of all authorizers: they operate, and the contingencies are off until a state's authority switches them on (NT 2013.007). */
export class ServiceStates extends Settings<ServiceState> {
  standing(place: Place, at: Date): ServiceStanding {
    const set = this.inForce(at, (state) => covers(state, place));
    if (!set) return { status: place.authorizer.startsWith('SVC-') ? 'OFF' : 'OPERATING', until: undefined };
    return { status: set.value.status, until: set.until < Infinity ? set.until : undefined };
  }
}

/** What becomes of connections to an authorizer. */
export const lineStates = ['OPEN', 'REFUSED', 'RESET', 'BLACK_HOLE'] as const;
export type LineState = (typeof lineStates)[number];

/** How the line to one authorizer is. */
type Line = Omit<Scope, 'state'> & { line: LineState };

/**
 * The lines to the authorizers. What is sent over a cut line never arrives: nothing is checked, registered or noted. Authorizers at one
 * address share its line, as SVRS does with SVC-RS, and SVAN with SVC-AN: the newest cut of either cuts both.
 */
export class Lines extends Settings<Line> {
  readonly #endpointsOf = new Map<string, Endpoint[]>();

  constructor(endpoints: ReadonlyMap<string, Endpoint>) {
    super();
    for (const [address, endpoint] of endpoints) {
      const host = address.slice(0, address.indexOf('/'));
      this.#endpointsOf.set(host, [...(this.#endpointsOf.get(host) ?? []), endpoint]);
    }
  }

  /** The line to one address. */
  to({ authorizers, environment }: Pick<Endpoint, 'authorizers' | 'environment'>, at: Date): LineState {
    const states = authorizers.map(
      ({ name, model }) =>
        this.inForce(at, (line) => covers(line, { authorizer: name, model, environment }))?.value.line ?? 'OPEN',
    );
    return states.find((state) => state !== 'OPEN') ?? 'OPEN';
  }

  /** The line to a whole host, where all of its addresses have the same; otherwise only a request shows what it is for. */
  toHost(host: string, at: Date): LineState {
    const states = new Set((this.#endpointsOf.get(host) ?? []).map((endpoint) => this.to(endpoint, at)));
    const [first = 'OPEN'] = states;
    return states.size === 1 ? first : 'OPEN';
  }
}

/** What `POST /outages` takes. */
export const outageOrder = z.strictObject({
  ...part,
  state: stateName,
  /** How long the state's own authorizer is away. */
  seconds: z.number().nonnegative(),
  /** How long the contingency announces its end after that (113): 15 minutes (MOC 7.0 Anexo III, 2.1.3.3). */
  closingSeconds: z.number().nonnegative().default(900),
  /** Whether the state's authority switches its contingency on. */
  svc: z.boolean().default(true),
});
type OutageOrder = z.infer<typeof outageOrder>;

type States = Readonly<Record<string, string>>;

const models: Readonly<Record<'55' | '65', States>> = table.authorizer;
const contingencies: Readonly<Record<'PRODUCTION' | 'HOMOLOGATION', States>> = {
  PRODUCTION: table.svcContingency.production,
  HOMOLOGATION: table.svcContingency.homologation,
};

/**
 * A state's authorizer is away for a while (108). Meanwhile its contingency takes NF-e (107); NFC-e have none. Then the
 * state is back, and the contingency says that it ends (113), and ends (114).
 */
export function outage(order: OutageOrder, at: Date): Setting<ServiceState>[] {
  const { state, model, environment, svc } = order;
  const begin = at.getTime();
  const back = begin + order.seconds * 1000;
  const closed = back + order.closingSeconds * 1000;
  const away = (['55', '65'] as const)
    .filter((one) => model === undefined || one === model)
    .map((one): Setting<ServiceState> => ({
      value: { authorizer: models[one][state] ?? '', status: 'PAUSED', state, model: one, environment },
      from: begin,
      until: back,
    }));
  if (!svc || model === '65') return away;
  const instead = (['PRODUCTION', 'HOMOLOGATION'] as const)
    .filter((one) => environment === undefined || one === environment)
    .flatMap((one) => {
      const authorizer = contingencies[one][state] ?? '';
      const during = (status: ServiceStatus, from: number, until: number): Setting<ServiceState> => ({
        value: { authorizer, status, state, model: '55', environment: one },
        from,
        until,
      });
      return [during('OPERATING', begin, back), during('CLOSING', back, closed), during('OFF', closed, Infinity)];
    });
  return [...away, ...instead];
}
