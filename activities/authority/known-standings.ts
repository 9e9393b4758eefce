import type { KnownStanding } from '../../domain/contingency/judge.ts';
import type { AuthorityService } from '../../domain/conversation/authority.ts';

/** How long a process relies on what it last read about a service. */
const freshMs = 1_000;

/**
 * What this process last read about each service, for a second: of a thousand notes that are answered meanwhile, one reads the row and none writes
 * it.
 */
export class KnownStandings {
  private readonly known = new Map<string, { standing: Promise<KnownStanding>; readAt: number }>();
  private readonly woken = new Map<string, number>();

  /** How a service stands: what this process knows of it, or else what `read` gives. */
  of(service: AuthorityService, read: () => Promise<KnownStanding>): Promise<KnownStanding> {
    const key = keyOf(service);
    const known = this.known.get(key);
    if (known && performance.now() - known.readAt < freshMs) return known.standing;
    const standing = read();
    this.known.set(key, { standing, readAt: performance.now() });
    standing.catch(() => this.known.delete(key));
    return standing;
  }

  /** Remembers a standing that was just written. */
  keep(service: AuthorityService, standing: KnownStanding): void {
    this.known.set(keyOf(service), { standing: Promise.resolve(standing), readAt: performance.now() });
  }

  /** Whether the actor of a service is to be woken once more: at most once a second. */
  isToWake(service: AuthorityService): boolean {
    const key = keyOf(service);
    if (performance.now() - (this.woken.get(key) ?? -Infinity) < freshMs) return false;
    this.woken.set(key, performance.now());
    return true;
  }
}

const keyOf = ({ authorizer, environment, model, state }: AuthorityService): string =>
  `${authorizer}/${environment}/${model}/${state}`;
