import { brasiliaDay } from '../domain/fiscal-time.ts';
import { expiryOf, noticeDays } from '../domain/taxation/rates/expiry.ts';
import type { Parts } from './parts.ts';

/** A look at the rates' end, to be taken at any time: it logs once a day, while rates of IBS and CBS are missing or soon will be. */
export function ratesNotice({ rates, logger, now }: Pick<Parts, 'rates' | 'logger' | 'now'>): () => void {
  let lookedAt = '';
  return () => {
    const today = brasiliaDay(now());
    if (today === lookedAt) return;
    lookedAt = today;
    const { from, days, misses } = expiryOf(rates, today);
    if (days > noticeDays) return;
    const mend = 'once they are published: lavra rates add ibs-cbs, and restart API and workers';
    logger.warn('rates of IBS and CBS are not known for long', { from, days, misses, mend });
  };
}
