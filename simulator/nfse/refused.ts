import type { NfseFault } from './fault.ts';

/**
 * Thrown when a request is refused, with its HTTP status and every fault; without a fault the status is all that is said. A fault whose
 * code was neither published nor observed has an empty one, and is answered without it.
 */
export class Refused extends Error {
  readonly status: number;
  readonly faults: readonly NfseFault[];

  constructor(status: number, faults: readonly NfseFault[]) {
    super(faults.map(({ code }) => code).join(', ') || String(status));
    this.name = 'Refused';
    this.status = status;
    this.faults = faults;
  }
}
