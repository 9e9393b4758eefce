import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkAmounts } from './amounts.ts';
import { checkConsumer } from './consumer.ts';
import { checkInstallmentsOn } from './installments.ts';
import { checkMethodsOn } from './payments.ts';

/** What is known of a sale besides what was asked for. */
export type SaleFacts = {
  recipient: ClientSnapshot;
  /** Two decimals. */
  total: string;
  /** Whether the total is the note's; before its taxes are known nothing has to add up to it. */
  isExact: boolean;
  /** Day of issue by the issuer's clock, as `2026-11-21`; null while nobody has asked for the emission. */
  date: string | null;
};

/** What stands against a sale of so much, to that recipient, on that day: creation, preview and emission ask the same. Its form was checked. */
export function checkSale(payload: GoodsPayload, { recipient, total, isExact, date }: SaleFacts): Fault[] {
  return [
    ...checkConsumer(payload, recipient, total),
    ...(isExact ? checkAmounts(payload, total) : []),
    ...(date === null ? [] : [...checkInstallmentsOn(date, payload), ...checkMethodsOn(date, payload)]),
  ];
}
