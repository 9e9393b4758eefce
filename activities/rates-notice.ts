import { brasiliaDay } from '../domain/fiscal-time.ts';
import { expiryNotice, expiryOf } from '../domain/taxation/rates/expiry.ts';
import type { Parts } from './parts.ts';

/**
 * A look at the rates' end, to be taken at any time: while rates of IBS and CBS are missing or soon will be, it gives the notice, as a sentence
 * in Portuguese, and logs it once a day; else null.
 */
export function ratesNotice({ rates, logger, now }: Pick<Parts, 'rates' | 'logger' | 'now'>): () => string | null {
  let loggedOn = '';
  return () => {
    const today = brasiliaDay(now());
    const expiry = expiryOf(rates, today);
    const notice = expiryNotice(expiry);
    if (notice !== null && today !== loggedOn) {
      loggedOn = today;
      const mend = 'once they are published: lavra rates add ibs-cbs, and restart API and workers';
      logger.warn('rates of IBS and CBS are not known for long', { ...expiry, mend });
    }
    return notice;
  };
}
