import type { KnownStanding } from '../../domain/contingency/judge.ts';
import type { JudgedService } from '../../domain/conversation/authority.ts';

/** How long a process goes by what it last read of a service. */
const freshMs = 1_000;

/**
 * What this process last read of each service, for a second: of a thousand notes that are answered meanwhile, one reads the row and none
 * writes it.
 */
export class KnownStandings {
  private readonly known = new Map<string, { standing: Promise<KnownStanding>; readAt: number }>();
  private readonly woken = new Map<string, number>();

  /** How a service stands, read by `read` where nothing fresh is known. */
  of(service: JudgedService, read: () => Promise<KnownStanding>): Promise<KnownStanding> {
    const key = keyOf(service);
    const known = this.known.get(key);
    if (known && performance.now() - known.readAt < freshMs) return known.standing;
    const standing = read();
    this.known.set(key, { standing, readAt: performance.now() });
    standing.catch(() => this.known.delete(key));
    return standing;
  }

  /** Keeps what was written. */
  keep(service: JudgedService, standing: KnownStanding): void {
    this.known.set(keyOf(service), { standing: Promise.resolve(standing), readAt: performance.now() });
  }

  /** Whether its actor is to be woken once more: not again within a second. */
  isToWake(service: JudgedService): boolean {
    const key = keyOf(service);
    if (performance.now() - (this.woken.get(key) ?? -Infinity) < freshMs) return false;
    this.woken.set(key, performance.now());
    return true;
  }
}

const keyOf = ({ authorizer, environment, model, state }: JudgedService): string =>
  `${authorizer}/${environment}/${model}/${state}`;
