import type { Model } from '../document-types.ts';
import { inForce, type LawChange } from '../law-calendar.ts';
import type { Decimal } from '../money.ts';
import type { AdjustmentKind } from './adjustments.ts';
import type { FreeTradeArea } from './ibs-cbs/free-trade-area.ts';
import type { GovernmentBuyer } from './ibs-cbs/government.ts';
import type { LawTables } from './law-tables.ts';
import type { IbsCbsRegime } from './simples.ts';

/** What the taxes of a line depend on beside the line's own fields. Most of it is the same for every line of a note. */
export type Operation = {
  model: Model;
  regime: TaxRegime;
  direction: 'OUT' | 'IN';
  purpose: Purpose;
  /** The kind of a note of credit or debit; absent on every other note. */
  adjustment?: AdjustmentKind;
  /** idDest: 1 internal, 2 interstate, 3 abroad. */
  destination: '1' | '2' | '3';
  /** The state of the issuer's address, whose authority gets the note. Its benefits and its fund apply. */
  issuerState: string;
  /** The state of the issuer's end of the way: that of its address, unless the goods leave from another (on an entry: go to another). */
  originState: string;
  /** The state of the other end of the way: where the goods go (on an entry: where they come from); null abroad. */
  destinationState: string | null;
  finalConsumer: boolean;
  taxpayerType: TaxpayerType;
  /** Whether an NF-e is printed as a coupon (tpImp 6); absent on every other note. */
  isCoupon?: boolean;
  /**
   * Whether the note sells new vehicles, and whether their maker bills them to the consumer on behalf of a dealer (tpOp 2); absent on every other
   * note.
   */
  newVehicles?: 'SOLD' | 'BILLED_BY_MAKER';
  /** How the line's ICMS is parted with another state (ICMSPart); absent on other lines. */
  partition?: { ownBasePercent: Decimal; stState: string };
  /** Only on a line whose CBS is zero inside a free trade area. */
  freeTradeArea?: FreeTradeArea;
  /** True where the issuer has no state registration; absent where it has one. */
  isUnregistered?: boolean;
  /** Whether the line is under ISSQN, in place of ICMS and IPI; absent on a line of goods. */
  isService?: boolean;
  pisCofinsExcludesIcms: boolean;
  /** The public body that buys; absent where another buys. */
  government?: GovernmentBuyer;
  /** How the issuer pays IBS and CBS, where its regime leaves a choice. */
  ibsCbsRegime?: IbsCbsRegime;
  /** Effective rates of IBS and CBS of an issuer in Simples, in percent; null where it has not set them. */
  simplesRates?: { ibs: string | null; cbs: string | null };
  /** Day of issue on the issuer's own clock: `2026-11-21`. */
  date: string;
  /** The day of the note that the line refers to, whose law holds for its PIS, COFINS, IPI and price; absent where the law of its own day holds. */
  lawOf?: string;
  /** The law's tables in force; absent means those that this version ships. */
  rates?: LawTables;
};

/**
 * Whether a change of the law holds for a line, on its own day or on that of the note that it refers to (`lawOf`). Only for changes that begin on the
 * same day in both environments.
 */
export function holds(change: LawChange, { date, lawOf, rates }: Pick<Operation, 'date' | 'lawOf' | 'rates'>): boolean {
  return inForce(change, { environment: 'PRODUCTION', date: lawOf ?? date }, rates?.calendar);
}

/** The facts that tell whether a note is one for the counter. */
export type CounterSale = Pick<Operation, 'model' | 'isCoupon'>;

/**
 * Whether a note is one for the counter: an NFC-e, or an NF-e that is printed as a coupon, to which most rules of NFC-e apply (NT 2026.002 v1.11).
 */
export function isForCounter({ model, isCoupon }: CounterSale): boolean {
  return model === '65' || isCoupon === true;
}

/** What people call a note for the counter, and what they are told to issue in its place, in Portuguese. */
export function counterWords({ model }: CounterSale): { name: string; instead: string } {
  return model === '65'
    ? { name: 'NFC-e', instead: 'emita uma NF-e' }
    : { name: 'NF-e em cupom', instead: 'emita-a em A4' };
}

/** Whether the issuer pays ICMS inside Simples Nacional, and so uses CSOSN (CRT 1 and 4). CRT 2 pays it outside, and uses CST. */
export function usesCsosn(regime: TaxRegime): boolean {
  return regime === 'SIMPLES' || regime === 'MEI';
}

/** The states that goods leave and reach, whoever issues the note; null where they stay inside one state, or go or come from abroad. */
export function interstateWay({ direction, destination, originState, destinationState }: Operation) {
  if (destination !== '2' || !destinationState) return null;
  return direction === 'OUT'
    ? { from: originState, to: destinationState }
    : { from: destinationState, to: originState };
}

export const purposes = ['NORMAL', 'COMPLEMENTARY', 'ADJUSTMENT', 'RETURN'] as const;

/** finNFe 1 to 6. A caller names the first four; notes of credit and debit are asked for by their type. */
export type Purpose = (typeof purposes)[number] | 'CREDIT' | 'DEBIT';

export const taxRegimes = ['SIMPLES', 'SIMPLES_EXCESS', 'NORMAL', 'MEI'] as const;

/** CRT 1, 2, 3 and 4. */
export type TaxRegime = (typeof taxRegimes)[number];

export const taxpayerTypes = ['CONTRIBUINTE', 'ISENTO', 'NAO_CONTRIBUINTE'] as const;

/** indIEDest 1, 2 and 9. */
export type TaxpayerType = (typeof taxpayerTypes)[number];
