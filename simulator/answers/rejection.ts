import type { ReasonFacts } from './reason.ts';
import { reason } from './reason.ts';

/** Thrown when a message is refused as a whole, before its notes are judged one by one. */
export class Rejection extends Error {
  readonly cStat: number;

  constructor(cStat: number, facts: ReasonFacts = {}, text?: string) {
    super(text ?? reason(cStat, facts));
    this.name = 'Rejection';
    this.cStat = cStat;
  }
}
