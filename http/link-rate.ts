import { LRUCache } from 'lru-cache';
import { HttpRefusal } from './refusal.ts';

/** A link may be opened ten times at once, and then once every 3 s. */
const burst = 10;
const refillMs = 3_000;
/** How many links are remembered; a link whose bucket is full again may be forgotten. */
const remembered = 10_000;
/** Longer than any token: an arbitrary long text must not fill the memory. */
const rememberedLength = 100;

/** Limits how often this process opens one link. A link that is shared has its own bucket, and spends nothing of the key that made it. */
export function linkRate(now: () => number = () => performance.now()) {
  /** When the bucket of a link is full again, in ms of `now`. */
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
