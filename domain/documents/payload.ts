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
/** On A4, on a sticker, or as a coupon. */
export type PrintForm = (typeof printForms)[number];

const freightTypes = ['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'OWN_SENDER', 'OWN_RECIPIENT', 'NO_FREIGHT'] as const;
export type FreightType = (typeof freightTypes)[number];

/** Payment methods of the API and their tPag (IT 2024.002 v1.10; `tables/t-pag.json` says from when on each is in force). */
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
  /** Two decimals. */
  value: string;
  description?: string | null;
  card?: {
    integration?: 'INTEGRATED' | 'STANDALONE';
    brand?: string;
    /** CNPJ without punctuation. */
    acquirer?: string;
    authorization?: string;
    /** CNPJ, without punctuation, of the establishment that is paid (CNPJReceb). */
    receiver?: string;
    /** Terminal that took the payment (idTermPag). */
    terminal?: string;
  } | null;
};

/** One line as the caller sent it. Numbers were turned into decimal strings on arrival and are never floats again. */
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
    /** Up to ten decimals. */
    unitValue: string;
    /** What it contains; null where it is as the company says. */
    priceIncludes?: PriceContent | null;
    productId?: string | null;
    taxRuleId?: string | null;
    gtin?: string | null;
    /** Two decimals each. */
    discount?: string | null;
    freight?: string | null;
    insurance?: string | null;
    otherCosts?: string | null;
    additionalInfo?: string | null;
    /** IBS and CBS of a month that are adjusted, or that are transferred; two decimals. */
    adjustment?: Adjustment | null;
    creditReversal?: CreditReversal | null;
    zfmPresumedCredit?: ZfmPresumedCredit | null;
    /** Presumed credit that the issuer takes in this note (gCredPresOper). */
    operationPresumedCredit?: OperationCredit | null;
    /** Whether the CBS is zero because the operation is inside a free trade area (gALCZFMCBS). */
    freeTradeArea?: FreeTradeArea | null;
    /** tpCredPresIBSZFM of the product: how its IBS is assessed in the Zona Franca de Manaus, 0 to 4. */
    zfmCreditType?: string | null;
    referencedItem?: ReferencedItem | null;
    /** Taxes that the line bears by estimate (vTotTrib); two decimals. */
    approximateTaxes?: string | null;
    /** vICMSDeson and vICMSSTDeson in place of what would be computed; two decimals each. */
    icmsExemptedValue?: string | null;
    icmsStExemptedValue?: string | null;
    /** vCredPresumido, likewise. */
    presumedCreditValue?: string | null;
    /** What of gCred stands beside that of `presumedCreditCode`; up to three. */
    furtherPresumedCredits?: FurtherPresumedCredit[] | null;
    /** Base of the substitution by list or fixed price: of the whole line (two decimals), or for one unit (ten). */
    icmsStBase?: string | null;
    icmsStUnitPrice?: string | null;
    /** IPI, PIS and COFINS in reais for one taxable unit, in place of a rate; four decimals. */
    ipiUnitRate?: string | null;
    pisUnitRate?: string | null;
    cofinsUnitRate?: string | null;
    retainedSt?: RetainedSt | null;
    effectiveIcms?: EffectiveIcms | null;
    returnedIpi?: ReturnedIpi | null;
    /** Whether the line is given away, which decides what of IBS and CBS is due or reversed (indDoacao). */
    donation?: boolean | null;
    vehicle?: NewVehicle | null;
    /** ISSQN of a service in a conjugated note, in place of ICMS and IPI. */
    issqn?: Issqn | null;
    /** Whether the goods are used (indBemMovelUsado). */
    isUsed?: boolean | null;
    fuel?: FuelInput | null;
  };

/** A presumed credit of the state: its rate in percent (four decimals), and its value where that is not the rate of the base (two). */
export type FurtherPresumedCredit = { code: string; rate: string; value?: string | null };
/** `period`, as `2026-10`, is not of a transfer. */
export type Adjustment = { period?: string | null; ibs: string; cbs: string };
export type CreditReversal = { ibs: string; cbs: string };
/** `type` is tpCredPresIBSZFM: 0 to 4. */
export type ZfmPresumedCredit = { period: string; type: string; value: string };
/** IPI that goods given back had (impostoDevol): how much of them in percent, and the IPI in reais; two decimals each. */
export type ReturnedIpi = { percentage: string; value: string };
/** A note, or an item of it. */
export type ReferencedItem = { accessKey: string; number?: number | null };

/** A trailer (reboque): its plate without dash, the state of the plate, and its RNTRC. */
export type Trailer = { plate: string; state: string; rntc?: string | null };

export type TransportInput = {
  freightType?: FreightType | null;
  freightValue?: string | null;
  carrierId?: string | null;
  /** The record of `carrierId` as it was at creation, or at the last emission; filled by the API, never by the caller. */
  carrier?: CarrierSnapshot | null;
  volumeQuantity?: number | null;
  volumeSpecies?: string | null;
  /** marca, nVol, and the numbers of the seals (nLacre). */
  volumeBrand?: string | null;
  volumeNumbering?: string | null;
  volumeSeals?: string[] | null;
  /** Three decimals. */
  volumeGrossWeight?: string | null;
  volumeNetWeight?: string | null;
  vehiclePlate?: string | null;
  vehicleState?: string | null;
  /** RNTRC of the fleet's vehicle that was taken because the caller named no plate. */
  vehicleRntc?: string | null;
  /** Up to five, behind the vehicle. */
  trailers?: Trailer[] | null;
  /** What goes by rail or water names its wagon or its barge in place of vehicle and trailers. */
  wagon?: string | null;
  barge?: string | null;
  /** Whether the vehicle is the fleet's, and not one that the caller named; absent on documents older than their changes. */
  isFleetVehicle?: boolean;
};

/** What is asked for of any document, whatever it sells. */
type Sale<Item> = {
  operationNature: string;
  items: Item[];
  /** The recipient, where the caller names a record instead of writing a client; absent on documents older than their changes. */
  clientId?: string | null;
  templateId?: string | null;
  taxRuleId?: string | null;
  /** Of the whole document, shared over the items by value unless they say it themselves; two decimals. */
  discount?: string | null;
  additionalInfo?: string | null;
  /** To whom it is mailed beside its client. */
  mailTo?: string[] | null;
};

/** What is asked for of an NF-e or NFC-e. */
export type GoodsPayload = Sale<ItemInput> &
  ForeignTradeOfSale &
  DetailsOfSale &
  RemarksOfSale &
  FarmGoods & {
    type: GoodsType;
    /** Shared as the discount is. */
    insurance?: string | null;
    otherCosts?: string | null;
    withheldTaxes?: WithheldTaxes | null;
    /** Cane that a supplier delivered in a month (cana). */
    sugarCane?: SugarCane | null;
    /** The services of a conjugated note as a whole: the day on which they were rendered (dCompet), and the municipal regime (cRegTrib). */
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
    /** Access key of the note that a note of credit or debit goes back to. */
    referencedAccessKey?: string | null;
    /** What an NF-e is printed on (tpImp 3 and 6); null and absent on A4, as the company says. */
    printedAs?: PrintForm | null;
    /** indPres: 0, 1, 2, 3, 4, 5 or 9. */
    presence?: string | null;
    /** Says otherwise than the recipient implies (indFinal). */
    finalConsumer?: boolean | null;
    /** When goods leave, or on an entry arrive (dhSaiEnt): ISO 8601 with an offset. */
    movementDateTime?: string | null;
    /** Day on which they are expected to be delivered or at hand (dPrevEntrega): `2026-11-21`. */
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

/** What is asked for of an NFS-e. */
export type ServicePayload = Sale<ServiceItemInput> & {
  type: 'NFSE';
  service?: ServiceDetails | null;
  replaces?: ReplacedNfse | null;
};

type Payloads = { NFE: GoodsPayload; NFCE: GoodsPayload; NFSE: ServicePayload };

/** What is stored of a creation request and read again at emission: taxes are resolved at both moments (decisions.md). */
export type DocumentPayload = Payloads[DocumentType];
