import type { NfseServiceName } from '../nfse/service-names.ts';
import type { Environment, ServiceName } from '../transport/endpoints.ts';

/** How a message ended: answered, wholly or in part, or the connection was dropped, reset or left hanging on purpose. */
export type Outcome = 'answered' | 'cut' | 'dropped' | 'reset' | 'hung';

/** One message that was received, about a note, a number range or neither. */
export type Exchange = {
  sequence: number;
  at: string;
  service: ServiceName | NfseServiceName;
  environment: Environment;
  /** Who was asked, as in the published table; null for the national NFS-e, and where the message does not tell. */
  authorizer: string | null;
  model: 55 | 65 | null;
  chNFe: string | null;
  /** Access key of an NFS-e, once it is known; absent for all other messages. */
  chNFSe?: string | undefined;
  /** Id of the event, the number range or the DPS; null for other messages. */
  id: string | null;
  /** SHA-256 of the document as received, without its lot and envelope; a note that is sent again has the same. */
  sha256: string;
  /** The code that answers it, a text such as E0014 from the national NFS-e; null when nothing was decided. */
  cStat: number | string | null;
  /** Null while the answer is under way. */
  outcome: Outcome | null;
};

/** The fields that messages are looked for by. */
export const searchFields = [
  'chNFe',
  'chNFSe',
  'service',
  'id',
  'authorizer',
  'model',
  'environment',
  'cStat',
] as const;
type SearchField = (typeof searchFields)[number];

const mostKept = 200_000;

/** The messages received since the start, newest last; beyond 200,000 the oldest are forgotten. */
export class Exchanges {
  #all: Exchange[] = [];
  #sequence = 0;

  /** Records a message that has just arrived. The caller fills in its code and its outcome. */
  received(message: Omit<Exchange, 'sequence' | 'cStat' | 'outcome'>): Exchange {
    this.#sequence += 1;
    const exchange: Exchange = { sequence: this.#sequence, ...message, cStat: null, outcome: null };
    this.#all.push(exchange);
    if (this.#all.length > mostKept) this.#all = this.#all.slice(-mostKept / 2);
    return exchange;
  }

  /** The messages that match everything that is asked for. */
  about(wanted: { [Name in SearchField]?: string | null }): Exchange[] {
    const asked = searchFields.filter((name) => wanted[name]);
    return this.#all.filter((one) => asked.every((name) => String(one[name]) === wanted[name]));
  }

  clear(): void {
    this.#all = [];
  }
}
