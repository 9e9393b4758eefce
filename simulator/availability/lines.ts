import type { Endpoint } from '../transport/endpoints.ts';
import type { Scope } from './scope.ts';
import { covers } from './scope.ts';
import { Settings } from './settings.ts';

/** What becomes of connections to an authorizer. */
export const lineStates = ['OPEN', 'REFUSED', 'RESET', 'BLACK_HOLE'] as const;
export type LineState = (typeof lineStates)[number];

/** How the line to one authorizer is. */
export type Line = Omit<Scope, 'state'> & { line: LineState };

/**
 * The lines to the authorizers. What is sent over a cut line never arrives: nothing is judged, registered or noted. Authorizers at one
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
