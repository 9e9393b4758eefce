import { capitalized } from '../../../adapters/mutual-tls/fault-in-words.ts';
import { brasiliaDay, startOfBrasiliaDay } from '../../../domain/fiscal-time.ts';
import { expiryNotice, expiryOf, noticedSince } from '../../../domain/taxation/rates/ibs-cbs.ts';
import type { AttentionReader } from './attention-item.ts';

/**
 * Rates of IBS and CBS that are missing, or soon will be. They concern the whole installation, so that they are not reported for one company, and
 * only where a company of the normal regime issues, whose notes they stop.
 */
export const missingRates: AttentionReader = async (em, { company, now, rates }) => {
  if (company !== null || rates === undefined) return nothing;
  const expiry = expiryOf(rates, brasiliaDay(now));
  const notice = expiryNotice(expiry);
  if (notice === null) return nothing;
  const [found] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from company where is_active and settings ->> 'taxRegime' = 'NORMAL'`,
  );
  const stopped = found?.count ?? 0;
  if (stopped === 0) return nothing;
  const { from, days } = expiry;
  const reason = `${capitalized(notice)}, de ${stopped} empresa(s) do regime normal.`;
  return {
    items: [
      {
        what: 'rates',
        id: null,
        company: null,
        title: 'Alíquotas do IBS e da CBS',
        kind: 'RATES_MISSING',
        reason,
        since: startOfBrasiliaDay(noticedSince(expiry)),
        until: days > 0 ? startOfBrasiliaDay(from) : null,
        remedy: { kind: 'OPERATOR', subject: { task: 'ADD_RATES' } },
      },
    ],
    total: 1,
  };
};

const nothing = { items: [], total: 0 };
