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

/** What an event of the reform says, as it was asked for and is stored. */
export type ReformContent = {
  items?: ReformItem[];
  accepted?: boolean;
  /** `AAAA-MM-DD`. */
  expectedDeliveryDate?: string;
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
