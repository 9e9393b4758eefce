import type { Environment, NfseServiceName, ServiceName } from '../transport/endpoints.ts';

const mostKept = 200_000;

/** Entries since the start, newest last; beyond 200,000 the oldest are dropped. */
class Log<Entry extends { sequence: number }, Field extends keyof Entry & string> {
  readonly #fields: readonly Field[];
  #entries: Entry[] = [];
  #sequence = 0;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  protected keep(entry: (sequence: number) => Entry): Entry {
    this.#sequence += 1;
    const kept = entry(this.#sequence);
    this.#entries.push(kept);
    if (this.#entries.length > mostKept) this.#entries = this.#entries.slice(-mostKept / 2);
    return kept;
  }

  /** The entries that match a search in every field that it names. */
  about(search: { [Name in Field]?: string | null }): Entry[] {
    const fields = this.#fields.filter((name) => search[name]);
    return this.#entries.filter((entry) => fields.every((name) => String(entry[name]) === search[name]));
  }

  clear(): void {
    this.#entries = [];
  }
}

/** How a message ended: answered, wholly or in part, or the connection was dropped, reset or left hanging on purpose. */
export type Outcome = 'answered' | 'cut' | 'dropped' | 'reset' | 'hung';

/** One message that was received, about a note, a number range or neither. */
export type Exchange = {
  sequence: number;
  at: string;
  service: ServiceName | NfseServiceName;
  environment: Environment;
  /** Name of the authorizer that it was sent to, as in the published table; null for the national NFS-e, and where the message does not say. */
  authorizer: string | null;
  model: 55 | 65 | null;
  chNFe: string | null;
  /** Access key of an NFS-e, once it is known; absent for all other messages. */
  chNFSe?: string | undefined;
  /** Id of the event, the number range or the DPS; null for other messages. */
  id: string | null;
  /** SHA-256 of the document as received, without its lot and envelope; a note that is sent again has the same. */
  sha256: string;
  /** The code of the answer, a text such as E0014 from the national NFS-e; null if the message was not decided. */
  cStat: number | string | null;
  /** Null while the answer is under way. */
  outcome: Outcome | null;
};

/** The fields that exchanges can be searched by. */
export const exchangeFields = [
  ...(['chNFe', 'chNFSe', 'service', 'id', 'authorizer', 'model', 'environment', 'cStat'] as const),
] as const;

/** The exchanges: messages received, with their answers. */
export class Exchanges extends Log<Exchange, (typeof exchangeFields)[number]> {
  constructor() {
    super(exchangeFields);
  }

  /** Records a message that has just arrived. The caller fills in its code and its outcome. */
  received(message: Omit<Exchange, 'sequence' | 'cStat' | 'outcome'>): Exchange {
    return this.keep((sequence) => ({ sequence, ...message, cStat: null, outcome: null }));
  }
}

/** What an answer of a distribution says about the queue. */
export type QueueSummary = { ultNSU: number | null; maxNSU: number | null; documents: number };

/** The summary for an answer that says nothing about a queue. */
export const noQueue: QueueSummary = { ultNSU: null, maxNSU: null, documents: 0 };

/** One question of a taxpayer to one of the two distributions, with its answer. */
export type NewQuestion = QueueSummary & {
  source: 'nfe' | 'nfse';
  environment: Environment;
  taxId: string;
  /** CNPJ or CPF of the certificate. */
  transmitter: string;
  /** `after` an NSU (distNSU, a lot of ADN), `at` an NSU, or by access `key`. */
  kind: 'after' | 'at' | 'key';
  /** The NSU or access key in the question. */
  asked: string;
  /** The code of the answer; of ADN a text such as E2215, or null if it has documents. */
  cStat: number | string | null;
};

/** A question in the log. */
export type Question = NewQuestion & {
  sequence: number;
  at: string;
  /** Seconds since the taxpayer's last question of this kind; `afterEnd`: whether the answer to that one was that there is nothing more, or to wait. */
  gapSeconds: number | null;
  afterEnd: boolean;
  /** Whether the question came within the wait that the answer before it demanded. */
  early: boolean;
};

const tooOften = 656;
const endsQueue: readonly (number | string | null)[] = [137, 'E2215'];

/** The log of all questions to the distributions. It shares no code with the rules about 656, so that tests can check those rules by it. */
export class Questions extends Log<Question, 'taxId' | 'source' | 'environment'> {
  readonly #waitMs: number;
  readonly #last = new Map<string, { at: number; ended: boolean }>();

  constructor(waitMs: number) {
    super(['taxId', 'source', 'environment']);
    this.#waitMs = waitMs;
  }

  add(question: NewQuestion, at: Date): void {
    const key = `${question.source}/${question.environment}/${question.taxId}/${question.kind}`;
    const before = this.#last.get(key);
    const gapMs = before && at.getTime() - before.at;
    const afterEnd = before?.ended ?? false;
    this.keep((sequence) => ({
      sequence,
      at: at.toISOString(),
      ...question,
      gapSeconds: gapMs === undefined ? null : gapMs / 1000,
      afterEnd,
      early: afterEnd && gapMs !== undefined && gapMs < this.#waitMs,
    }));
    this.#last.set(key, { at: at.getTime(), ended: isEnd(question) });
  }

  override clear(): void {
    super.clear();
    this.#last.clear();
  }
}

/** Whether an answer says that there is nothing more, or that the taxpayer must wait. */
function isEnd({ cStat, ultNSU, maxNSU, kind }: NewQuestion): boolean {
  if (kind !== 'after') return cStat === tooOften;
  return cStat === tooOften || endsQueue.includes(cStat) || (ultNSU !== null && maxNSU !== null && ultNSU === maxNSU);
}
