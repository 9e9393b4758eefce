import type { ClientSnapshot } from '../clients/client-input.ts';
import type { Issuer } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';
import type { IbsCbsAmounts, SimplesAmounts } from '../taxation/amounts.ts';
import type { EndedTax } from '../taxation/ended-taxes.ts';
import type { ComputedOperationCredit } from '../taxation/ibs-cbs/presumed-credit.ts';
import type { IssRegime } from '../taxation/issqn.ts';
import type { TaxedBy } from '../taxation/levels/records.ts';
import type { LineTaxes } from '../taxation/line.ts';
import type { Purpose } from '../taxation/operation.ts';
import type { TaxableUnit } from './compute/taxable-unit.ts';
import type { ComputedTrade, ComputedTradeOfItem } from './compute/trade.ts';
import type { ComputedSugarCane, FarmGoods } from './farm-goods.ts';
import type { ComputedFuel } from './fuel.ts';
import type {
  CreditReversal,
  FreightType,
  PaymentMethod,
  PrintForm,
  ReturnedIpi,
  Trailer,
  ZfmPresumedCredit,
} from './payload.ts';
import type { NewVehicle } from './new-vehicle.ts';
import type { Place } from './place.ts';
import type { ComputedWithheldTaxes } from './withheld-taxes.ts';
import type { ComputedRemarks, RemarksOfSale } from './remarks.ts';

/**
 * A note with every tax resolved and every amount computed: `compute/` makes it by the rules of `domain/taxation`, and `domain/nfe/layout` writes it
 * as XML.
 *
 * Amounts are decimal strings with the decimals that the layout prints: 2 for money, 4 for rates in percent, 4 for quantities, up to 10 for unit
 * values, 3 for weights. An amount that is absent is null, never `"0.00"`, where the layout's field is optional.
 */
export type ComputedNote = {
  model: Model;
  issuer: Issuer;
  /**
   * The real recipient, in homologation too: `domain/nfe/layout` puts the literal of homologation in place of the name. Where null, the XML has no
   * `dest`.
   */
  recipient: ClientSnapshot | null;
  operationNature: string;
  operationType: 'OUT' | 'IN';
  purpose: Purpose;
  /** tpNFCredito or tpNFDebito of a note of credit or debit; absent on every other note. */
  adjustmentType?: string;
  /** idDest: 1 internal, 2 interstate, 3 abroad. */
  destination: '1' | '2' | '3';
  finalConsumer: boolean;
  /** What an NF-e is printed on; absent for A4. */
  printedAs?: Exclude<PrintForm, 'A4'>;
  presence: string;
  /** dhSaiEnt and dPrevEntrega as the caller gave them; absent where the caller gave none. */
  movementDateTime?: string;
  expectedDeliveryDate?: string;
  /** Where goods are picked up and delivered, and by whom they are handed over and taken; absent where the parties' addresses are those places. */
  pickup?: TakenPlace;
  delivery?: TakenPlace;
  items: ComputedItem[];
  totals: NoteTotals;
  /** retTrib; absent where nothing is withheld. */
  withheldTaxes?: ComputedWithheldTaxes;
  /** cana; absent on a note without it. */
  sugarCane?: ComputedSugarCane;
  /** dCompet and cRegTrib of a conjugated note; absent where it sells goods alone. */
  issqn?: { performedOn: string; municipalRegime?: IssRegime };
  payments: ComputedPayment[];
  /** Change given back (vTroco). */
  change: string | null;
  invoice: { original: string; discount: string; net: string; installments: Installment[] } | null;
  transport: ComputedTransport;
  referencedDocuments: string[];
  /** gPagAntecipado; absent where the note deducts no advance payment. */
  advancePayments?: string[];
  /** infCpl: the caller's text, then the texts that the law requires (LC 123 credit, DIFAL...). */
  additionalInfo: string | null;
} & ComputedTrade &
  RemarksOfSale &
  FarmGoods;

/** A place of groups F and G with its CNPJ or CPF. */
export type TakenPlace = Place & { document: string };

export type Installment = { number: string; dueDate: string; value: string };
export type ComputedPayment = {
  method: PaymentMethod;
  /** indPag: 0 at sight, 1 by term; null where there is no payment. */
  term: '0' | '1' | null;
  description: string | null;
  value: string;
  card: ComputedCard | null;
};

export type ComputedCard = {
  integration: '1' | '2';
  acquirer: string | null;
  brand: string | null;
  authorization: string | null;
  /** Absent where the caller gave none, and in notes older than these fields. */
  receiver?: string;
  terminal?: string;
};

export type ComputedTransport = {
  freightType: FreightType;
  carrier: {
    document: string | null;
    name: string | null;
    stateRegistration: string | null;
    address: string | null;
    city: string | null;
    state: string | null;
  } | null;
  vehicle: { plate: string; state: string; rntc: string | null } | null;
  /** These three are absent where the note has none. */
  trailers?: Trailer[];
  wagon?: string;
  barge?: string;
  volume: {
    quantity: number | null;
    species: string | null;
    brand?: string;
    numbering?: string;
    seals?: string[];
    netWeight: string | null;
    grossWeight: string | null;
  } | null;
};

export type ComputedItem = Omit<LineTaxes, 'ibsCbs' | 'simples'> &
  ComputedTradeOfItem &
  ComputedRemarks & {
    number: number;
    code: string;
    gtin: string | null;
    description: string;
    ncm: string;
    cest: string | null;
    /** cBenef; absent on a line without one. */
    benefitCode?: string;
    cfop: string;
    unit: string;
    quantity: string;
    unitValue: string;
    /** vProd: quantity × unit value, rounded once. */
    total: string;
    /**
     * The price without IBS, CBS and selective tax, as the caller gave it, while `unitValue` and `total` contain them; absent where these two are as
     * the caller gave them.
     */
    netPrice?: NetPrice;
    freight: string | null;
    insurance: string | null;
    discount: string | null;
    otherCosts: string | null;
    additionalInfo: string | null;
    /** With the IBS and CBS that the caller declares. */
    ibsCbs: (IbsCbsAmounts & DeclaredIbsCbs) | null;
    /** gTribSN; absent where the line pays nothing inside Simples. Its `group` is written only where the schema pack has gTribSN. */
    simples?: Omit<SimplesAmounts, 'group'> & { group: (IbsCbsAmounts & DeclaredIbsCbs) | null };
    /** DFeReferenciado: the note, or the item of it, to which the line refers; absent where it refers to none. */
    referencedItem?: { accessKey: string; number: number | null };
    /** Absent where the line has no estimate. */
    approximateTaxes?: ApproximateTaxes;
    /** veicProd; absent on a line that is no new vehicle. */
    vehicle?: NewVehicle;
    /** tpCredPresIBSZFM of the product; absent where the caller gave none. */
    zfmCreditType?: string;
    /** indBemMovelUsado; absent on a line that sells new goods. */
    isUsed?: true;
    /** indDoacao; absent on a line that is not donated. */
    donation?: true;
    /** impostoDevol; absent on a line that gives no IPI back. */
    returnedIpi?: ReturnedIpi;
    /** Group comb; absent on a line that is no fuel. */
    fuel?: ComputedFuel;
    /** uTrib, qTrib and vUnTrib; absent where they are the commercial ones. */
    taxable?: TaxableUnit;
    /** Taxes that have ended and that the line's levels still give; absent where they give none. */
    endedTaxes?: EndedTax[];
    /** The records from which the line's taxes were resolved; absent in notes computed before this was kept. */
    taxedBy?: TaxedBy;
  };

/** A price before IBS, CBS and the selective tax, and which level says that it is one. */
export type NetPrice = { by: 'ITEM' | 'COMPANY'; unitValue: string; total: string };

/**
 * vTotTrib: the taxes that a line bears by estimate (Lei 12.741/2012). By treasury and with its source where a table gives it; both are null where
 * the caller gives the amount.
 */
export type ApproximateTaxes = {
  value: string;
  byTreasury: { federal: string; state: string; municipal: string } | null;
  source: string | null;
};

/** The IBS and CBS that the caller declares in place of computed amounts; each group is present only where it is declared. */
export type DeclaredIbsCbs = {
  /** gTransfCred with CST 800, gAjusteCompet with CST 811. */
  adjustment?: { period?: string; ibs: string; cbs: string };
  /** gEstornoCred. */
  creditReversal?: CreditReversal;
  /** gCredPresIBSZFM. */
  zfmPresumedCredit?: ZfmPresumedCredit;
  /** gCredPresOper. */
  operationPresumedCredit?: ComputedOperationCredit;
};

/** Sums of the lines' presumed credits by tax; `conditional…` are those that count only once a condition is fulfilled. */
export type PresumedCreditTotals = Record<'ibs' | 'conditionalIbs' | 'cbs' | 'conditionalCbs', string>;

/** ISSQNtot: sums of the lines that have ISSQN. */
export type IssqnTotals = Record<
  | 'services'
  | 'base'
  | 'value'
  | 'pis'
  | 'cofins'
  | 'deduction'
  | 'otherWithholdings'
  | 'unconditionalDiscount'
  | 'conditionalDiscount'
  | 'withheld',
  string
>;

/** ICMSTot, IBSCBSTot and vNFTot; `"0.00"` where the layout's field is required. */
export type NoteTotals = {
  icmsBase: string;
  icms: string;
  icmsExempted: string;
  fcpDestination: string | null;
  icmsDestination: string | null;
  icmsOrigin: string | null;
  fcp: string;
  stBase: string;
  st: string;
  fcpSt: string;
  /** vFCPSTRet; absent in notes computed before it was kept. */
  fcpStRetained?: string;
  /** Single-phase ICMS of fuels (W06b.1 to W06e), quantities and values with two decimals; absent where no line has it. */
  icmsMono?: {
    quantity: string;
    value: string;
    retainedQuantity: string;
    /** vICMSMonoReten: part of the note's value. */
    retainedValue: string;
    collectedQuantity: string;
    collectedValue: string;
  };
  /** vProd, of goods without services. */
  products: string;
  freight: string;
  insurance: string;
  discount: string;
  ipi: string;
  /** vIPIDevol; absent in notes computed before items could have it. */
  returnedIpi?: string;
  /** Without PIS and COFINS of services, which are in `issqn`. */
  pis: string;
  cofins: string;
  /** ISSQNtot; absent where no line is under ISSQN. */
  issqn?: IssqnTotals;
  otherCosts: string;
  /** vII; absent in notes older than the field. */
  importTax?: string;
  /** vNF. */
  note: string;
  /** vTotTrib; absent where no line has it. */
  approximateTaxes?: string;
  /** vIS of ISTot; absent where no line has the group. */
  selectiveTax?: string;
  /** gTribSN of the total; absent where no line has one. `group` is IBSCBSTot computed with the groups of these lines; it is never null. */
  simples?: { ibs: string | null; cbs: string; group: NoteTotals['ibsCbs'] };
  ibsCbs: {
    base: string;
    /** From here to `cbs`, all are null where no line has amounts of IBS and CBS. */
    stateDeferred: string | null;
    state: string | null;
    municipalDeferred: string | null;
    municipal: string | null;
    ibs: string | null;
    cbsDeferred: string | null;
    cbs: string | null;
    /** gEstornoCred; absent where no line reverses credit. */
    creditReversal?: CreditReversal;
    /** vCredPres and vCredPresCondSus of both taxes; absent where no line takes a presumed credit. */
    presumedCredit?: PresumedCreditTotals;
    /** vNFTot. */
    noteTotal: string;
  } | null;
};
