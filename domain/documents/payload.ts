import type { CarrierSnapshot } from '../carriers/carrier-input.ts';
import type { DocumentType, GoodsType } from '../document-types.ts';
import type { EffectiveIcms, RetainedSt } from '../taxation/amounts.ts';
import type { TaxFields } from '../taxation/fields.ts';
import type { FreeTradeArea } from '../taxation/ibs-cbs/free-trade-area.ts';
import type { OperationCredit } from '../taxation/ibs-cbs/presumed-credit.ts';
import type { Issqn, IssRegime } from '../taxation/issqn.ts';
import type { ServiceFields } from '../taxation/levels/service-fields.ts';
import type { purposes } from '../taxation/operation.ts';
import type { PriceContent } from '../taxation/price.ts';
import type { ContributionsStOfItem } from './contribution-st.ts';
import type { FarmGoods, SugarCane } from './farm-goods.ts';
import type { FuelInput } from './fuel.ts';
import type { PartedIcmsOfItem } from './icms-partition.ts';
import type { NewVehicle } from './new-vehicle.ts';
import type { Place } from './place.ts';
import type { RemarksOfItem, RemarksOfSale } from './remarks.ts';
import type { ReplacedNfse, ServiceDetails } from './service-sale.ts';
import type { WithheldTaxes } from './withheld-taxes.ts';
import type { DetailsOfItem, DetailsOfSale, ForeignTradeOfItem, ForeignTradeOfSale } from './trade.ts';

const printForms = ['A4', 'LABEL', 'COUPON'] as const;
/** Whether a note is printed on A4, on a sticker, or as a coupon. */
export type PrintForm = (typeof printForms)[number];

const freightTypes = ['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'OWN_SENDER', 'OWN_RECIPIENT', 'NO_FREIGHT'] as const;
export type FreightType = (typeof freightTypes)[number];

/** Payment methods of the API with their tPag (IT 2024.002 v1.10; `tables/t-pag.json` has the day from which each is in force). */
export const paymentMethods = {
  CASH: '01',
  CHECK: '02',
  CREDIT_CARD: '03',
  DEBIT_CARD: '04',
  STORE_CREDIT: '05',
  FOOD_VOUCHER: '10',
  MEAL_VOUCHER: '11',
  GIFT_VOUCHER: '12',
  FUEL_VOUCHER: '13',
  TRADE_NOTE: '14',
  BANK_SLIP: '15',
  BANK_DEPOSIT: '16',
  PIX: '17',
  BANK_TRANSFER: '18',
  LOYALTY: '19',
  PIX_STATIC: '20',
  SHOP_CREDIT: '21',
  ELECTRONIC_UNSPECIFIED: '22',
  NO_PAYMENT: '90',
  PAY_LATER: '91',
  OTHERS: '99',
} as const;
export type PaymentMethod = keyof typeof paymentMethods;

export type PaymentInput = {
  method: PaymentMethod;
  /** Reais, two decimals. */
  value: string;
  description?: string | null;
  card?: {
    integration?: 'INTEGRATED' | 'STANDALONE';
    brand?: string;
    /** CNPJ without punctuation. */
    acquirer?: string;
    authorization?: string;
    /** CNPJ, without punctuation, of the establishment that gets the payment (CNPJReceb). */
    receiver?: string;
    /** Terminal that took the payment (idTermPag). */
    terminal?: string;
  } | null;
};

/** One line as the caller sent it. Numbers become decimal strings on arrival and are never floats again. */
export type ItemInput = TaxFields &
  ForeignTradeOfItem &
  DetailsOfItem &
  RemarksOfItem &
  ContributionsStOfItem &
  PartedIcmsOfItem & {
    code: string;
    description: string;
    unit?: string | null;
    /** Up to four decimals. */
    quantity: string;
    /** Reais, up to ten decimals. */
    unitValue: string;
    /** Which taxes the price contains; null where it is as the company's settings say. */
    priceIncludes?: PriceContent | null;
    productId?: string | null;
    taxRuleId?: string | null;
    gtin?: string | null;
    /** Reais, two decimals each. */
    discount?: string | null;
    freight?: string | null;
    insurance?: string | null;
    otherCosts?: string | null;
    additionalInfo?: string | null;
    /** IBS and CBS of a month that are adjusted, or that are transferred; reais, two decimals. */
    adjustment?: AdjustedAmounts | null;
    creditReversal?: CreditReversal | null;
    zfmPresumedCredit?: ZfmPresumedCredit | null;
    /** Presumed credit that the issuer takes in this note (gCredPresOper). */
    operationPresumedCredit?: OperationCredit | null;
    /** The free trade area inside which the operation is, so that its CBS is zero (gALCZFMCBS). */
    freeTradeArea?: FreeTradeArea | null;
    /** tpCredPresIBSZFM of the product: how its IBS is assessed in the Zona Franca de Manaus, 0 to 4. */
    zfmCreditType?: string | null;
    referencedItem?: ReferencedItem | null;
    /** Taxes that the line bears by estimate (vTotTrib); reais, two decimals. */
    approximateTaxes?: string | null;
    /** vICMSDeson and vICMSSTDeson, in place of computed amounts; reais, two decimals each. */
    icmsExemptedValue?: string | null;
    icmsStExemptedValue?: string | null;
    /** vCredPresumido, in place of the computed amount; reais, two decimals. */
    presumedCreditValue?: string | null;
    /** Groups gCred beside the one of `presumedCreditCode`; up to three. */
    furtherPresumedCredits?: FurtherPresumedCredit[] | null;
    /** Base of ICMS-ST by list or fixed price, in reais: of the whole line (two decimals), or for one unit (ten decimals). */
    icmsStBase?: string | null;
    icmsStUnitPrice?: string | null;
    /** IPI, PIS and COFINS in reais for one taxable unit, in place of a rate; four decimals. */
    ipiUnitRate?: string | null;
    pisUnitRate?: string | null;
    cofinsUnitRate?: string | null;
    retainedSt?: RetainedSt | null;
    effectiveIcms?: EffectiveIcms | null;
    returnedIpi?: ReturnedIpi | null;
    /** Whether the line is donated, which decides what IBS and CBS are due or reversed (indDoacao). */
    donation?: boolean | null;
    vehicle?: NewVehicle | null;
    /** ISSQN of a service in a conjugated note, in place of ICMS and IPI. */
    issqn?: Issqn | null;
    /** Whether the goods are used (indBemMovelUsado). */
    isUsed?: boolean | null;
    fuel?: FuelInput | null;
  };

/**
 * A presumed credit of the state: its rate in percent (four decimals), and its value in reais (two decimals) where it is not the rate of the base.
 */
export type FurtherPresumedCredit = { code: string; rate: string; value?: string | null };
/** `period` is a month, as `2026-10`; a transfer has none. */
export type AdjustedAmounts = { period?: string | null; ibs: string; cbs: string };
export type CreditReversal = { ibs: string; cbs: string };
/** `type` is tpCredPresIBSZFM, 0 to 4; `period` is a month, as `2029-01`. */
export type ZfmPresumedCredit = { period: string; type: string; value: string };
/** IPI of returned goods (impostoDevol): how much of the item comes back, in percent, and its IPI in reais; two decimals each. */
export type ReturnedIpi = { percentage: string; value: string };
/** A note, or with `number` an item of it. */
export type ReferencedItem = { accessKey: string; number?: number | null };

/** A trailer (reboque): its plate without dash, the state of the plate, and its RNTRC. */
export type Trailer = { plate: string; state: string; rntc?: string | null };

export type TransportInput = {
  freightType?: FreightType | null;
  freightValue?: string | null;
  carrierId?: string | null;
  /** The record of `carrierId` as it was at creation or at the last emission; the API fills it, never the caller. */
  carrier?: CarrierSnapshot | null;
  volumeQuantity?: number | null;
  volumeSpecies?: string | null;
  /** marca, nVol, and the numbers of the seals (nLacre). */
  volumeBrand?: string | null;
  volumeNumbering?: string | null;
  volumeSeals?: string[] | null;
  /** Kilograms, three decimals. */
  volumeGrossWeight?: string | null;
  volumeNetWeight?: string | null;
  vehiclePlate?: string | null;
  vehicleState?: string | null;
  /** RNTRC of the fleet's vehicle that is used because the caller gave no plate. */
  vehicleRntc?: string | null;
  /** Up to five trailers behind the vehicle. */
  trailers?: Trailer[] | null;
  /** Goods by rail or water have a wagon or a barge in place of vehicle and trailers. */
  wagon?: string | null;
  barge?: string | null;
  /** Whether the vehicle comes from the fleet and not from the caller; absent on documents older than changes to documents. */
  isFleetVehicle?: boolean;
};

/** The fields that a caller can give for any document. */
type Sale<Item> = {
  operationNature: string;
  items: Item[];
  /** The client record that the caller names instead of writing a client; absent on documents older than changes to documents. */
  clientId?: string | null;
  templateId?: string | null;
  taxRuleId?: string | null;
  /** Of the whole document, in reais, two decimals; shared over the items by value unless they give it themselves. */
  discount?: string | null;
  additionalInfo?: string | null;
  /** Further e-mail addresses that get the document, beside the client's. */
  mailTo?: string[] | null;
};

/** The fields that a caller can give for an NF-e or NFC-e. */
export type GoodsPayload = Sale<ItemInput> &
  ForeignTradeOfSale &
  DetailsOfSale &
  RemarksOfSale &
  FarmGoods & {
    type: GoodsType;
    /** Of the whole document, shared as the discount is. */
    insurance?: string | null;
    otherCosts?: string | null;
    withheldTaxes?: WithheldTaxes | null;
    /** Cane that a supplier delivered in a month (cana). */
    sugarCane?: SugarCane | null;
    /** Of the services of a conjugated note as a whole: the day on which they were rendered (dCompet), and the municipal regime (cRegTrib). */
    issqn?: { performedOn?: string | null; municipalRegime?: IssRegime | null } | null;
    payments?: PaymentInput[] | null;
    duplicates?: { number?: string | null; dueDate: string; value: string }[] | null;
    transport?: TransportInput | null;
    purpose?: (typeof purposes)[number] | null;
    operationType?: 'OUT' | 'IN' | null;
    /** Access keys of 44 characters. */
    referencedDocuments?: string[] | null;
    /** Keys of the notes of advance payments that this note deducts (gPagAntecipado). */
    advancePayments?: string[] | null;
    /** 01 to 06: a note of credit (finNFe 5). */
    rtcCreditType?: string | null;
    /** 01 to 08: a note of debit (finNFe 6). */
    rtcDebitType?: string | null;
    /** Access key of the note that a note of credit or debit adjusts. */
    referencedAccessKey?: string | null;
    /** What an NF-e is printed on (tpImp 3 and 6); null and absent mean A4, in the company's orientation. */
    printedAs?: PrintForm | null;
    /** indPres: 0, 1, 2, 3, 4, 5 or 9. */
    presence?: string | null;
    /** indFinal, where it differs from what the recipient implies. */
    finalConsumer?: boolean | null;
    /** When the goods leave, or on an entry arrive (dhSaiEnt): ISO 8601 with an offset. */
    movementDateTime?: string | null;
    /** Day on which the goods are expected to be delivered or at hand (dPrevEntrega): `2026-11-21`. */
    expectedDeliveryDate?: string | null;
    /** Where the goods are delivered, if not at the recipient's address. */
    delivery?: Place | null;
    /** Where the goods are picked up, if not at the issuer's address. */
    pickup?: Place | null;
  };

/** One line of a service; its codes and rates are the level ITEM of their resolution. */
export type ServiceItemInput = ServiceFields &
  Pick<
    ItemInput,
    | 'code'
    | 'description'
    | 'unit'
    | 'quantity'
    | 'unitValue'
    | 'discount'
    | 'additionalInfo'
    | 'productId'
    | 'taxRuleId'
  >;

/** The fields that a caller can give for an NFS-e. */
export type ServicePayload = Sale<ServiceItemInput> & {
  type: 'NFSE';
  service?: ServiceDetails | null;
  replaces?: ReplacedNfse | null;
};

type Payloads = { NFE: GoodsPayload; NFCE: GoodsPayload; NFSE: ServicePayload };

/** The request as it is kept. Emission reads it again: taxes are resolved both at creation and at emission (docs/taxation.md). */
export type DocumentPayload = Payloads[DocumentType];
