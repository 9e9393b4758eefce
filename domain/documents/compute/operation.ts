import { missingAddressFields } from '../../clients/address.ts';
import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Model, traitsOf } from '../../document-types.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { adjustmentKindOf } from '../../taxation/adjustments.ts';
import { reductionOfYear } from '../../taxation/ibs-cbs/government.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { TaxRecords } from '../../taxation/levels/records.ts';
import { isForCounter, type Operation } from '../../taxation/operation.ts';
import { simplesOn } from '../../taxation/simples.ts';
import type { OriginNote } from '../check/returns.ts';
import type { FreightType, GoodsPayload } from '../payload.ts';

/**
 * The operation that follows from issuer, recipient and payload (idDest, indFinal); `on` is the moment of issue. An NFC-e, or an NF-e
 * in a coupon, is always an internal sale to a final consumer, wherever the buyer lives (rules 707 and 716).
 */
export function operationOf(issuer: Issuer, client: ClientSnapshot, payload: GoodsPayload, on: Date): Operation {
  const { taxRegime, address, pisCofinsExcludesIcms } = issuer.settings;
  const date = fiscalDay(on, address.state);
  const { model } = traitsOf[payload.type];
  const adjustment = adjustmentKindOf(payload);
  const direction = payload.operationType ?? (adjustment?.purpose === 'CREDIT' ? 'IN' : 'OUT');
  const isCoupon = payload.printedAs === 'COUPON';
  const isAtCounter = model === '65' || isCoupon;
  const finalConsumer = isAtCounter || (payload.finalConsumer ?? isFinalConsumer(client));
  return {
    model,
    regime: taxRegime,
    direction,
    purpose: adjustment?.purpose ?? payload.purpose ?? 'NORMAL',
    ...(adjustment ? { adjustment } : {}),
    issuerState: address.state,
    ...wayOf({ model, isAtCounter, direction, finalConsumer, state: address.state, client, payload }),
    finalConsumer,
    taxpayerType: client.taxpayerType,
    ...(isCoupon ? { isCoupon } : {}),
    ...newVehiclesOf(payload),
    ...(issuer.settings.stateRegistration ? {} : { isUnregistered: true }),
    pisCofinsExcludesIcms,
    ...governmentOf(payload, date),
    date,
    ...simplesOn(issuer.settings, date),
  };
}

function isFinalConsumer({ type, taxpayerType, document }: ClientSnapshot): boolean {
  return type === 'INDIVIDUAL' || taxpayerType === 'NAO_CONTRIBUINTE' || document === '';
}

function newVehiclesOf({ items }: GoodsPayload): Pick<Operation, 'newVehicles'> {
  const sales = items.flatMap(({ vehicle }) => vehicle?.sale ?? []);
  if (sales.length === 0) return {};
  return { newVehicles: sales.includes('DIRECT_BILLING') ? 'BILLED_BY_MAKER' : 'SOLD' };
}

/** The public buyer, with the law's reduction of the day where the sale gives none. */
function governmentOf({ governmentPurchase }: GoodsPayload, date: string): Pick<Operation, 'government'> {
  if (!governmentPurchase) return {};
  const { entity, operation, rateReduction } = governmentPurchase;
  return { government: { entity, operation, rateReduction: rateReduction ?? reductionOfYear(date) ?? '0' } };
}

/** The client as the note prints it. */
export function recipientOnNote({ payload, client }: Pick<NoteInput, 'payload' | 'client'>): ClientSnapshot {
  return payload.type === 'NFCE' ? consumerOf(client) : client;
}

/** All input from which a note is computed. */
export type NoteInput = {
  issuer: Issuer;
  client: ClientSnapshot;
  payload: GoodsPayload;
  /** The kept records that the payload names; absent where it names none. */
  records?: TaxRecords;
  /** The tables of rates in force; when absent, those that this version ships. */
  rates?: LawTables;
  /** Totals of the notes that a return gives back; absent unless all of them are known. */
  origins?: OriginNote[] | undefined;
  /** Moment of issue; rates and due dates are those of its day by the issuer's clock. */
  on: Date;
};

/** The states that the goods leave and reach, and whether they cross a border. */
type Way = Pick<Operation, 'destination' | 'originState' | 'destinationState'>;

type Circumstances = {
  model: Model;
  /** Whether the note is an NFC-e or an NF-e in a coupon. */
  isAtCounter: boolean;
  direction: Operation['direction'];
  finalConsumer: boolean;
  /** The issuer's state. */
  state: string;
  client: ClientSnapshot;
  payload: Pick<GoodsPayload, 'presence' | 'delivery' | 'pickup' | 'transport'>;
};

/** Kinds of freight in which nobody carries the goods to the buyer, who takes them along. */
const takenAlong: ReadonlySet<FreightType> = new Set(['NO_FREIGHT', 'OWN_RECIPIENT']);

/**
 * Where the goods go: idDest, CFOP and rates depend on it, and not on where the buyer lives (MOC 7.0 Anexo I, E12-30 to E12-60). It is the way from
 * the place of pickup to that of delivery; without them from seller to buyer. Goods that a final consumer takes along from the shop stay in its
 * state, wherever the consumer lives. An NFC-e, or an NF-e in a coupon, is always internal (rule 707).
 */
function wayOf({ model, isAtCounter, direction, finalConsumer, state, client, payload }: Circumstances): Way {
  const { delivery, pickup } = payload;
  const home = client.country === 'BR' ? (client.address?.state ?? state) : null;
  const [nearPlace, farPlace] = direction === 'OUT' ? [pickup, delivery] : [delivery, pickup];
  const isInShop = isAtCounter || (finalConsumer && isHandedOver(payload));
  const originState = (model === '55' && nearPlace?.state) || state;
  const destinationState = isInShop ? state : (farPlace?.state ?? home);
  return { originState, destinationState, destination: destinationOf(originState, destinationState) };
}

/** Whether the buyer is in the shop and takes the goods along, or brings them back there. */
function isHandedOver({ presence, delivery, pickup, transport }: Circumstances['payload']): boolean {
  return presence === '1' && !delivery && !pickup && takenAlong.has(transport?.freightType ?? 'NO_FREIGHT');
}

function destinationOf(originState: string, destinationState: string | null): Operation['destination'] {
  if (destinationState === null) return '3';
  return destinationState === originState ? '1' : '2';
}

/**
 * indPres. Where the caller gives none: 1 (at the counter) for an NFC-e and an NF-e in a coupon, 9 (away from it) for other sales and returns, 0
 * (none) for the rest.
 */
export function presenceOf({ presence }: GoodsPayload, operation: Operation): string {
  if (presence) return presence;
  const { purpose } = operation;
  if (isForCounter(operation)) return '1';
  return purpose === 'NORMAL' || purpose === 'RETURN' ? '9' : '0';
}

/**
 * A client as an NFC-e has it: always a non-taxpayer, whatever the client's own type is (rules 729, 730 and 789). An address that is incomplete or
 * abroad is left out, because a sale at the counter needs none.
 */
export function consumerOf(client: ClientSnapshot): ClientSnapshot {
  const isUsable = client.country === 'BR' && missingAddressFields(client).length === 0;
  return {
    ...client,
    taxpayerType: 'NAO_CONTRIBUINTE',
    stateRegistration: null,
    isuf: null,
    address: isUsable ? client.address : null,
  };
}
