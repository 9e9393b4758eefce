import { decimal } from '../../money.ts';

/** A rate in percent as the DPS writes it: two places, and the check of its form lets no more through. Nothing where there is none. */
export function rate(percentage: string | null | undefined): string | null {
  return percentage ? decimal(percentage).toFixed(2) : null;
}
