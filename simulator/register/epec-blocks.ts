import type { EventRecord } from './records.ts';
import type { Register } from './register.ts';

/** How long a notice may wait for its note (NT 2014.001 v1.41, 4.2 A). */
const longestWaitMs = 168 * 3_600_000;

/**
 * Who may send no more notices before notes in contingency (EPEC): an issuer with one that waits longer than 168 hours for its note, or
 * one whom the state has blocked. The state can release what waits, too (NT 2014.001 v1.41, 4.2 B). Orders of the state are in memory.
 */
export class EpecBlocks {
  readonly #register: Register;
  readonly #blocked = new Set<string>();
  readonly #released = new Set<string>();

  constructor(register: Register) {
    this.#register = register;
  }

  isBlocked(issuer: string, at: Date): boolean {
    return this.#blocked.has(issuer) || this.pending(issuer).some((epec) => isOverdue(epec, at));
  }

  /** The notices of an issuer that wait for their notes and were not released. */
  pending(issuer: string): EventRecord[] {
    return this.#register.pendingEpecs(issuer).filter((epec) => !this.#released.has(placeOf(epec)));
  }

  block(issuer: string): void {
    this.#blocked.add(issuer);
  }

  /** Ends a block, and releases what is overdue. */
  release(issuer: string, at: Date): void {
    this.#blocked.delete(issuer);
    for (const epec of this.pending(issuer)) if (isOverdue(epec, at)) this.#released.add(placeOf(epec));
  }
}

function isOverdue({ dhRegEvento }: EventRecord, at: Date): boolean {
  return at.getTime() - Date.parse(dhRegEvento) > longestWaitMs;
}

function placeOf({ environment, chNFe }: EventRecord): string {
  return `${environment}/${chNFe}`;
}
