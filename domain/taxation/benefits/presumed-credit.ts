import { type Decimal, money, percent, percentOf } from '../../money.ts';
import type { PresumedCredit } from '../amounts.ts';
import { numberOf, type TaxTrace, textOf } from '../fields.ts';

/** gCred of a line whose trace names one: as the line says it, else at its rate on the base of the own ICMS, or on the whole operation. */
export function presumedCreditOf(
  trace: TaxTrace,
  base: Decimal,
  said: Decimal | null,
): { presumedCredit?: PresumedCredit } {
  const code = textOf(trace, 'presumedCreditCode');
  if (!code) return {};
  const rate = numberOf(trace, 'presumedCreditRate');
  return { presumedCredit: { code, rate: percent(rate), value: money(said ?? percentOf(base, rate)) } };
}
