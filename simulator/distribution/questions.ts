import type { Environment } from '../transport/endpoints.ts';

/** What a taxpayer asked of one of the two distributions, and what it was told. */
export type Question = {
  sequence: number;
  at: string;
  source: 'nfe' | 'nfse';
  environment: Environment;
  taxId: string;
  /** CNPJ or CPF of the certificate. */
  transmitter: string;
  /** After an NSU (distNSU, a lot of ADN), at an NSU, or by access key. */
  kind: 'after' | 'at' | 'key';
  /** The NSU or the access key that it was asked with. */
  asked: string;
  /** Of ADN its code (E2215), or null for documents. */
  cStat: number | string | null;
  ultNSU: number | null;
  maxNSU: number | null;
  documents: number;
  /** Seconds since the taxpayer's last question of this kind, and whether that one was told that there is nothing more, or to wait. */
  gapSeconds: number | null;
  afterEnd: boolean;
  /** Whether it came within the wait that the one before it began. */
  early: boolean;
};

/** What an answer said of its queue. */
export type Told = Pick<Question, 'ultNSU' | 'maxNSU' | 'documents'>;

export type Asked = Pick<
  Question,
  'source' | 'environment' | 'taxId' | 'transmitter' | 'kind' | 'asked' | 'cStat' | 'ultNSU' | 'maxNSU' | 'documents'
>;

const mostKept = 200_000;
const tooOften = 656;
const endsQueue: readonly (number | string | null)[] = [137, 'E2215'];

/** Every question for distribution since the start, newest last; a witness that shares nothing with the rules about 656. */
export class Questions {
  readonly #waitMs: number;
  readonly #last = new Map<string, { at: number; ended: boolean }>();
  #all: Question[] = [];
  #sequence = 0;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  hear(asked: Asked, at: Date): void {
    this.#sequence += 1;
    const key = `${asked.source}/${asked.environment}/${asked.taxId}/${asked.kind}`;
    const before = this.#last.get(key);
    const gapMs = before && at.getTime() - before.at;
    const afterEnd = before?.ended ?? false;
    this.#all.push({
      sequence: this.#sequence,
      at: at.toISOString(),
      ...asked,
      gapSeconds: gapMs === undefined ? null : gapMs / 1000,
      afterEnd,
      early: afterEnd && gapMs !== undefined && gapMs < this.#waitMs,
    });
    this.#last.set(key, { at: at.getTime(), ended: ended(asked) });
    if (this.#all.length > mostKept) this.#all = this.#all.slice(-mostKept / 2);
  }

  /** The questions that match everything that is asked for. */
  about(wanted: { [Name in 'taxId' | 'source' | 'environment']?: string | null }): Question[] {
    const asked = (['taxId', 'source', 'environment'] as const).filter((name) => wanted[name]);
    return this.#all.filter((one) => asked.every((name) => String(one[name]) === wanted[name]));
  }

  clear(): void {
    this.#all = [];
    this.#last.clear();
  }
}

function ended({ cStat, ultNSU, maxNSU, kind }: Asked): boolean {
  if (kind !== 'after') return cStat === tooOften;
  return cStat === tooOften || endsQueue.includes(cStat) || (ultNSU !== null && maxNSU !== null && ultNSU === maxNSU);
}
