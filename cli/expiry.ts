import { DateTime } from 'luxon';
import { Refused } from './refused.ts';

const zone = 'America/Sao_Paulo';

/**
 * The instant at which a key ends: the end of a day in Brasília (`2027-01-31`) or so many days from now (`90d`).
 *
 * @throws {Refused} `invalid_expiry`, also for what is past
 */
export function readExpiry(text: string, now: Date): Date {
  const days = /^([1-9][0-9]{0,3})d$/.exec(text)?.[1];
  const at = days
    ? DateTime.fromJSDate(now).plus({ days: Number(days) })
    : DateTime.fromFormat(text, 'yyyy-MM-dd', { zone }).plus({ days: 1 });
  if (!at.isValid)
    throw new Refused('invalid_expiry', `"${text}" não é um prazo; use uma data (2027-01-31) ou dias (90d).`);
  if (at.toMillis() <= now.getTime()) throw new Refused('invalid_expiry', `A data ${text} já passou.`);
  return at.toJSDate();
}
