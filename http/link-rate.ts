import { LRUCache } from 'lru-cache';
import { HttpRefusal } from './refusal.ts';

/** How often a link may be opened: so many times at once, and again one opening after so long. */
const burst = 10;
const refillMs = 3_000;
/** Links that are remembered; one that has not been opened for as long as its bucket takes to fill need not be. */
const remembered = 10_000;
/** Longer than any token: what is unknown anyway must not fill the memory. */
const rememberedLength = 100;

/** Limits how often this process opens one link: whoever shares it cannot spend more than that, and nothing of the key that made it. */
export function linkRate(now: () => number = () => performance.now()) {
  /** When the bucket of a link is full again. */
  const fullAt = new LRUCache<string, number>({ max: remembered });
  return {
    /** @throws HttpRefusal `rate_limited` */
    spend(token: string): void {
      const link = token.slice(0, rememberedLength);
      const full = Math.max(now(), fullAt.get(link) ?? 0) + refillMs;
      const waitMs = full - now() - burst * refillMs;
      if (waitMs > 0) throw tooOften(waitMs);
      fullAt.set(link, full);
    },
  };
}

function tooOften(waitMs: number): HttpRefusal {
  const message = 'Este link foi aberto vezes demais em pouco tempo. Aguarde o tempo de Retry-After e tente de novo.';
  return new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
}
