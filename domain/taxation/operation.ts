import type { Model } from '../document-types.ts';
import { inForce, type LawChange } from '../law-calendar.ts';
import type { Decimal } from '../money.ts';
import type { AdjustmentKind } from './adjustments.ts';
import type { FreeTradeArea } from './ibs-cbs/free-trade-area.ts';
import type { GovernmentBuyer } from './ibs-cbs/government.ts';
import type { LawTables } from './law-tables.ts';
import type { IbsCbsRegime } from './simples.ts';

/** What the taxes of every line of a note depend on beside the line itself. */
export type Operation = {
  model: Model;
  regime: TaxRegime;
  direction: 'OUT' | 'IN';
  purpose: Purpose;
  /** What a note of credit or debit is for; absent on every other note. */
  adjustment?: AdjustmentKind;
  /** idDest: 1 internal, 2 interstate, 3 abroad. */
  destination: '1' | '2' | '3';
  /** The state of the issuer's own address, whose authority gets the note: benefits and funds are its. */
  issuerState: string;
  /** The state of the issuer's end of the way: that of its address, unless the goods leave from (or, on an entry, go to) another. */
  originState: string;
  /** The state of the other end: where the goods go, on an entry where they come from; null abroad. */
  destinationState: string | null;
  finalConsumer: boolean;
  taxpayerType: TaxpayerType;
  /** Whether an NF-e is printed as a coupon (tpImp 6); absent on every other note. */
  isCoupon?: boolean;
  /** New vehicles that the note sells, and whether their maker bills them to the consumer for a dealer (tpOp 2); absent on every other note. */
  newVehicles?: 'SOLD' | 'BILLED_BY_MAKER';
  /** How the line's ICMS is parted with another state (ICMSPart); absent on every other line. */
  partition?: { ownBasePercent: Decimal; stState: string };
  /** Of a line whose CBS is zero inside a free trade area; absent on every other line. */
  freeTradeArea?: FreeTradeArea;
  /** Whether the issuer has no state registration; absent where it has one. */
  isUnregistered?: boolean;
  /** Of a line under ISSQN, in place of ICMS and IPI; absent on one of goods. */
  isService?: boolean;
  pisCofinsExcludesIcms: boolean;
  /** The public body that buys; absent where none does. */
  government?: GovernmentBuyer;
  /** How the issuer pays IBS and CBS, where its regime alone does not say it. */
  ibsCbsRegime?: IbsCbsRegime;
  /** Effective rates of IBS and CBS of an issuer in Simples, in percent; null while it has not said them. */
  simplesRates?: { ibs: string | null; cbs: string | null };
  /** Day of issue on the issuer's own clock: `2026-11-21`. */
  date: string;
  /** A day of the note that the line goes back to, whose PIS, COFINS, IPI and price it keeps; absent where the law of its own day holds. */
  lawOf?: string;
  /** The tables of rates in force; when absent, those that this version ships. */
  rates?: LawTables;
};

/** Whether a change of the law, which is the same in both environments, holds for a line: by its own day, or by that of the note that it goes back to. */
export function holds(change: LawChange, { date, lawOf, rates }: Pick<Operation, 'date' | 'lawOf' | 'rates'>): boolean {
  return inForce(change, { environment: 'PRODUCTION', date: lawOf ?? date }, rates?.calendar);
}

/** The parts of an operation that say whether it is a consumer's. */
export type CounterSale = Pick<Operation, 'model' | 'isCoupon'>;

/** Whether a note is one for the counter: an NFC-e, or an NF-e that is printed as a coupon, which most rules of NFC-e are in force for (NT 2026.002 v1.11). */
export function isForCounter({ model, isCoupon }: CounterSale): boolean {
  return model === '65' || isCoupon === true;
}

/** How people call a note for the counter, and what they issue in its place. */
export function counterWords({ model }: CounterSale): { name: string; instead: string } {
  return model === '65'
    ? { name: 'NFC-e', instead: 'emita uma NF-e' }
    : { name: 'NF-e em cupom', instead: 'emita-a em A4' };
}

/** Whether the issuer pays ICMS inside Simples Nacional and so writes CSOSN (CRT 1 and 4); CRT 2 pays it outside and writes CST. */
export function usesCsosn(regime: TaxRegime): boolean {
  return regime === 'SIMPLES' || regime === 'MEI';
}

/** The states that goods leave and reach, whoever issues the note; null inside one state and abroad. */
export function interstateWay({ direction, destination, originState, destinationState }: Operation) {
  if (destination !== '2' || !destinationState) return null;
  return direction === 'OUT'
    ? { from: originState, to: destinationState }
    : { from: destinationState, to: originState };
}

export const purposes = ['NORMAL', 'COMPLEMENTARY', 'ADJUSTMENT', 'RETURN'] as const;

/** finNFe 1 to 6: what a caller asks for, and notes of credit and debit, which are asked for by their type. */
export type Purpose = (typeof purposes)[number] | 'CREDIT' | 'DEBIT';

export const taxRegimes = ['SIMPLES', 'SIMPLES_EXCESS', 'NORMAL', 'MEI'] as const;

/** CRT 1, 2, 3 and 4. */
export type TaxRegime = (typeof taxRegimes)[number];

export const taxpayerTypes = ['CONTRIBUINTE', 'ISENTO', 'NAO_CONTRIBUINTE'] as const;

/** indIEDest 1, 2 and 9. */
export type TaxpayerType = (typeof taxpayerTypes)[number];
