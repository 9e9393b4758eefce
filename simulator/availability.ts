import { z } from 'zod';
import table from '../tables/endpoints.json' with { type: 'json' };
import type { Endpoint } from './transport/endpoints.ts';

/** A value that the operator set, and from when until when it holds (Unix time in milliseconds). */
type Setting<T> = { value: T; from: number; until: number };

/**
 * Values that the operator sets for a time, newest last. Of the values that hold now and apply, the newest wins; when it ends, the one
 * before it holds again.
 */
export class Settings<T> {
  #all: Setting<T>[] = [];

  add(...settings: readonly Setting<T>[]): void {
    this.#all.push(...settings);
  }

  inForce(at: Date, applies: (value: T) => boolean): Setting<T> | undefined {
    const instant = at.getTime();
    return this.#all.findLast(({ value, from, until }) => from <= instant && instant < until && applies(value));
  }

  /** The values that hold now or will hold later; `from` and `until` are ISO text, and absent where the value has no such limit. */
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

/** When a value that begins now ends, in Unix milliseconds: after some seconds, or never. */
export function endAfter(at: Date, seconds: number | undefined): number {
  return seconds === undefined ? Infinity : at.getTime() + seconds * 1000;
}

const environments = { PRODUCTION: 1, HOMOLOGATION: 2 } as const;
const states: Readonly<Record<string, number>> = table.cUF;

/** Names of the authorizers, as in the published table. */
export const authorizerNames = [...new Set([...Object.keys(table.model55), ...Object.keys(table.model65)])];

/** The parts of an authorizer that a value can be set for; a part that is left out means all of it. */
export const part = {
  model: z.enum(['55', '65']).optional(),
  environment: z.enum(['PRODUCTION', 'HOMOLOGATION']).optional(),
};

/** Name of a state. */
export const stateName = z.enum(Object.keys(table.cUF));

/** The part of an authorizer that a value is set for. */
type Scope = {
  authorizer: string;
  model?: '55' | '65' | undefined;
  environment?: keyof typeof environments | undefined;
  /** Only the issuers of this state. */
  state?: string | undefined;
};

/** The authorizer, model, environment and state that a message is for; the state (`cUF`) is not always known. */
type Place = { authorizer: string; model: 55 | 65; environment: 1 | 2; cUF?: number | undefined };

/** Whether a place lies within a scope. */
function covers({ authorizer, model, environment, state }: Scope, place: Place): boolean {
  return (
    authorizer === place.authorizer &&
    (model === undefined || Number(model) === place.model) &&
    (environment === undefined || environments[environment] === place.environment) &&
    (state === undefined || states[state] === place.cUF)
  );
}

/** The statuses of an authorizer's services; only a contingency (SVC) can be CLOSING or OFF. */
export const serviceStatuses = ['OPERATING', 'PAUSED', 'STOPPED', 'CLOSING', 'OFF'] as const;
type ServiceStatus = (typeof serviceStatuses)[number];

/** The status of one authorizer's services, within a scope. */
type ServiceState = Scope & { status: ServiceStatus };

/** The status of the services at a place, and until when it lasts if that is known (Unix milliseconds). */
export type ServiceStanding = { status: ServiceStatus; until: number | undefined };

/** The statuses of all authorizers. By default they operate, and the contingencies are off until a state's authority switches them on (NT 2013.007). */
export class ServiceStates extends Settings<ServiceState> {
  standing(place: Place, at: Date): ServiceStanding {
    const set = this.inForce(at, (state) => covers(state, place));
    if (!set) return { status: place.authorizer.startsWith('SVC-') ? 'OFF' : 'OPERATING', until: undefined };
    return { status: set.value.status, until: set.until < Infinity ? set.until : undefined };
  }
}

/** What happens to connections to an authorizer. */
export const lineStates = ['OPEN', 'REFUSED', 'RESET', 'BLACK_HOLE'] as const;
export type LineState = (typeof lineStates)[number];

/** The state of the network line to one authorizer. */
type Line = Omit<Scope, 'state'> & { line: LineState };

/**
 * The network lines to the authorizers. A message over a cut line never arrives: it is neither checked nor registered nor logged.
 * Authorizers at one address share its line (SVRS and SVC-RS, SVAN and SVC-AN): the newest cut of either cuts both.
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

  /** The state of the line to one address. */
  to({ authorizers, environment }: Pick<Endpoint, 'authorizers' | 'environment'>, at: Date): LineState {
    const states = authorizers.map(
      ({ name, model }) =>
        this.inForce(at, (line) => covers(line, { authorizer: name, model, environment }))?.value.line ?? 'OPEN',
    );
    return states.find((state) => state !== 'OPEN') ?? 'OPEN';
  }

  /** The state of the line to a host if it is the same for all its addresses; otherwise OPEN, because only a request shows which address it is for. */
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
  /** For how long the state's own authorizer is away. */
  seconds: z.number().nonnegative(),
  /** For how long after that the contingency announces its end (113): 15 minutes (MOC 7.0 Anexo III, 2.1.3.3). */
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
 * The services of a state's authorizer are PAUSED (108) for a while. Meanwhile its contingency takes NF-e (107); NFC-e have no contingency.
 * When the state is back, the contingency announces its end (113), and is then off (114).
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
