import { decimalFault, rateForm } from '../decimal-form.ts';
import { decimal } from '../money.ts';
import type { Operation } from '../taxation/operation.ts';

/**
 * ICMS of a line that is parted between the issuer's state and another (ICMSPart), as of vehicles that their maker bills to the consumer and a
 * dealer of another state delivers (Convênio ICMS 51/2000): how much of the base is of the own operation, in percent (pBCOp, four decimals),
 * and the state whose the rest is (UFST), that where the goods go where nobody says it.
 */
export type IcmsPartition = { ownBasePercent: string; stState?: string | null };

/**
 * ICMS-ST of goods that were taxed before and go to another state, as it is due there (ICMSST: vBCSTDest and vICMSSTDest, two decimals); what was
 * retained stands in `retainedSt`.
 */
export type DestinationSt = { base: string; value: string };

export type PartedIcmsOfItem = { icmsPartition?: IcmsPartition | null; destinationSt?: DestinationSt | null };

/** How the line's ICMS is parted, as far as it is said in sound numbers. */
export function partitionOf(
  { icmsPartition: said }: PartedIcmsOfItem,
  { destinationState }: Pick<Operation, 'destinationState'>,
): Pick<Operation, 'partition'> {
  const stState = said?.stState ?? destinationState;
  if (!said || !stState || decimalFault(said.ownBasePercent, rateForm) !== null) return {};
  return { partition: { ownBasePercent: decimal(said.ownBasePercent), stState } };
}
