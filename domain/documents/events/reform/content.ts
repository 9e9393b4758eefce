import type { PaymentMethod } from '../../payload.ts';
import type { ProofType } from '../delivery-receipts.ts';

/** Reasons of a failed delivery: tpMotivo of 110192. */
export const failureReasons = {
  RECEIVER_NOT_FOUND: '1',
  REFUSED: '2',
  NO_SUCH_ADDRESS: '3',
  OTHER: '4',
} as const;

export type FailureReason = keyof typeof failureReasons;

/** A share of a presumed credit (pCredPres, vCredPres): rate in percent, value in reais. */
export type CreditShare = { rate: string; value: string };

/** What an event says of one item of its note; numbers as the layout writes them. The type of the event decides which fields it has. */
export type ReformItem = {
  /** nItem. */
  number: number;
  /** IBS and CBS of the item that the event is about, in reais. */
  ibsValue?: string;
  cbsValue?: string;
  quantity?: string;
  unit?: string;
  /** Of a loss in the supplier's transport: credits of the supplier's own purchases that it gives back. */
  reversedIbsCredit?: string;
  reversedCbsCredit?: string;
  /** Of a presumed credit: vBCCredPres, cCredPres. */
  base?: string;
  creditCode?: string;
  ibs?: CreditShare;
  cbs?: CreditShare;
};

/** The carrier of the goods, who may download the note. */
export type CarrierAccess = { taxId: string; mayAuthorizeOthers: boolean };

/** A delivery that failed; a picture proves the attempt. */
export type FailedGoodsDelivery = {
  /** ISO 8601. */
  attemptedAt: string;
  /** nTentativa. */
  attempt?: number;
  reason: FailureReason;
  /** Only with reason OTHER. */
  justification?: string;
  /** Degrees with six decimals, like the longitude. */
  latitude?: string;
  longitude?: string;
  /** hashTentativaEntrega of the layout; absent until the note is known. */
  proofHash?: string;
  contentType: ProofType;
};

/** The establishment that processed a payment, or that received it. */
export type Establishment = { taxId: string; state: string };

/** A payment received for a note (detPag). */
export type ReconciledPayment = {
  method: PaymentMethod;
  value: string;
  /** Day, `AAAA-MM-DD`. */
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

/** The content of an event of the reform, or of one of the events beside it, as it was requested and is stored. */
export type ReformContent = {
  items?: ReformItem[];
  accepted?: boolean;
  /** Day, `AAAA-MM-DD`. */
  expectedDeliveryDate?: string;
  carrier?: CarrierAccess;
  failedDelivery?: FailedGoodsDelivery;
  payments?: ReconciledPayment[];
  /** Of a withdrawal: id of the company's event that it takes back. */
  eventId?: string;
  /** Of a withdrawal: tpEvento and protocol of the event that it takes back, as the authority knows it. */
  withdraws?: { code: string; protocol: string };
};

/** Whether two events have the same content. One function makes all contents, so that numbers are written in one way. */
export function saysTheSame(one: ReformContent | null | undefined, other: ReformContent): boolean {
  return JSON.stringify(ordered(one ?? {})) === JSON.stringify(ordered(other));
}

/** The value with its fields in the order of their names: PostgreSQL returns the fields of `jsonb` in an order of its own. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, said]) => said !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => a.localeCompare(b)).map(([name, said]) => [name, ordered(said)]),
  );
}
