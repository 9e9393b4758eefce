import type { PaymentMethod } from '../../payload.ts';
import type { ProofType } from '../delivery-receipts.ts';

/** tpMotivo of 110192. */
export const failureReasons = {
  RECEIVER_NOT_FOUND: '1',
  REFUSED: '2',
  NO_SUCH_ADDRESS: '3',
  OTHER: '4',
} as const;

export type FailureReason = keyof typeof failureReasons;

/** A share of a presumed credit (pCredPres, vCredPres). */
export type CreditShare = { rate: string; value: string };

/** What an event says of an item of its note; numbers as the layout writes them. Which fields there are follows from the type. */
export type ReformItem = {
  /** nItem. */
  number: number;
  /** What of the item's IBS and CBS the event is about. */
  ibsValue?: string;
  cbsValue?: string;
  quantity?: string;
  unit?: string;
  /** Of a loss in the supplier's transport: credits of its own purchases that it gives back. */
  reversedIbsCredit?: string;
  reversedCbsCredit?: string;
  /** Of a presumed credit: vBCCredPres, cCredPres. */
  base?: string;
  creditCode?: string;
  ibs?: CreditShare;
  cbs?: CreditShare;
};

/** Who carries the goods and may have the note. */
export type CarrierAccess = { taxId: string; mayAuthorizeOthers: boolean };

/** A delivery that failed, and the picture that proves the try. */
export type FailedGoodsDelivery = {
  /** ISO 8601. */
  attemptedAt: string;
  /** nTentativa. */
  attempt?: number;
  reason: FailureReason;
  /** Of another reason alone. */
  justification?: string;
  /** Six decimals. */
  latitude?: string;
  longitude?: string;
  /** As the layout has it; absent until the note is known. */
  proofHash?: string;
  contentType: ProofType;
};

/** An establishment that took a payment, or that got it. */
export type Establishment = { taxId: string; state: string };

/** A payment that a note got (detPag). */
export type ReconciledPayment = {
  method: PaymentMethod;
  value: string;
  /** `AAAA-MM-DD`. */
  paidOn: string;
  term?: 'AT_SIGHT' | 'BY_TERM';
  description?: string;
  processedBy?: Establishment;
  acquirer?: string;
  /** tBand. */
  brand?: string;
  authorization?: string;
  receiver?: Establishment;
};

/** What an event of the reform, or beside it, says, as it was asked for and is stored. */
export type ReformContent = {
  items?: ReformItem[];
  accepted?: boolean;
  /** `AAAA-MM-DD`. */
  expectedDeliveryDate?: string;
  carrier?: CarrierAccess;
  failedDelivery?: FailedGoodsDelivery;
  payments?: ReconciledPayment[];
  /** Of a withdrawal: the event of this company that it takes back. */
  eventId?: string;
  /** The same as the authority knows it. */
  withdraws?: { code: string; protocol: string };
};

/** Whether two events say the same. Both were made by one function, which writes numbers and the order of fields in one way. */
export function saysTheSame(one: ReformContent | null | undefined, other: ReformContent): boolean {
  return JSON.stringify(ordered(one ?? {})) === JSON.stringify(ordered(other));
}

/** PostgreSQL gives the fields of `jsonb` back in an order of its own. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, said]) => said !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => a.localeCompare(b)).map(([name, said]) => [name, ordered(said)]),
  );
}
