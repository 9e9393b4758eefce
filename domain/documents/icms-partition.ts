import { decimalFault, rateForm } from '../decimal-form.ts';
import { decimal } from '../money.ts';
import type { Operation } from '../taxation/operation.ts';

/**
 * ICMS of a line that is split between the issuer's state and another (ICMSPart), as that of vehicles which their maker bills to the consumer and a
 * dealer of another state delivers (Convênio ICMS 51/2000): the issuer's own share of the base, in percent (pBCOp, four decimals), and the state that
 * has the rest (UFST); where absent, the state of destination.
 */
export type IcmsPartition = { ownBasePercent: string; stState?: string | null };

/**
 * ICMS-ST that is due to the state of destination for goods taxed before (ICMSST: vBCSTDest and vICMSSTDest, in reais, two decimals). The ICMS-ST
 * that was retained before is in `retainedSt`.
 */
export type DestinationSt = { base: string; value: string };

export type PartedIcmsOfItem = { icmsPartition?: IcmsPartition | null; destinationSt?: DestinationSt | null };

/** How the line's ICMS is split; empty where it is not, or where its percentage is no valid number. */
export function partitionOf(
  { icmsPartition: said }: PartedIcmsOfItem,
  { destinationState }: Pick<Operation, 'destinationState'>,
): Pick<Operation, 'partition'> {
  const stState = said?.stState ?? destinationState;
  if (!said || !stState || decimalFault(said.ownBasePercent, rateForm) !== null) return {};
  return { partition: { ownBasePercent: decimal(said.ownBasePercent), stState } };
}
