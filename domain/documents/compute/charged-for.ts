import { decimal, money } from '../../money.ts';
import type { ServiceAmounts } from '../computed-service.ts';

/** What the taker is charged, before anything is withheld: the value of the services less the unconditional discount. Two decimals. */
export function chargedFor({
  service,
  unconditionalDiscount,
}: Pick<ServiceAmounts, 'service' | 'unconditionalDiscount'>): string {
  return money(decimal(service).minus(decimal(unconditionalDiscount)));
}
