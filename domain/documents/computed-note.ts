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
 * A note with every tax resolved and every amount computed: what `domain/taxation` gives and `layout/` writes.
 *
 * Amounts are decimal strings at the places the layout prints: 2 for money, 4 for rates in percent, 4 for quantities, up to 10 for unit
 * values, 3 for weights. An absent amount is null, never `"0.00"`, where the layout's field is optional.
 */
export type ComputedNote = {
  model: Model;
  issuer: Issuer;
  /** The real recipient; the homologation literal is the layout's business. Null prints no `dest`. */
  recipient: ClientSnapshot | null;
  operationNature: string;
  operationType: 'OUT' | 'IN';
  purpose: Purpose;
  /** tpNFCredito or tpNFDebito of a note of credit or debit; absent on every other. */
  adjustmentType?: string;
  /** idDest: 1 internal, 2 interstate, 3 abroad. */
  destination: '1' | '2' | '3';
  finalConsumer: boolean;
  /** What an NF-e is printed on, where that is not A4. */
  printedAs?: Exclude<PrintForm, 'A4'>;
  presence: string;
  /** dhSaiEnt as it was asked for, and dPrevEntrega; absent where nobody said them. */
  movementDateTime?: string;
  expectedDeliveryDate?: string;
  /** Where the goods are picked up and delivered, each with who hands them over or takes them; absent where the parties' addresses say it. */
  pickup?: TakenPlace;
  delivery?: TakenPlace;
  items: ComputedItem[];
  totals: NoteTotals;
  /** retTrib; absent where nothing is withheld. */
  withheldTaxes?: ComputedWithheldTaxes;
  /** cana; absent on every note that tells of none. */
  sugarCane?: ComputedSugarCane;
  /** dCompet and cRegTrib of a conjugated note; absent where it sells goods alone. */
  issqn?: { performedOn: string; municipalRegime?: IssRegime };
  payments: ComputedPayment[];
  /** Change given back (vTroco). */
  change: string | null;
  invoice: { original: string; discount: string; net: string; installments: Installment[] } | null;
  transport: ComputedTransport;
  referencedDocuments: string[];
  /** gPagAntecipado; absent where nothing was paid in advance. */
  advancePayments?: string[];
  /** infCpl: what the caller sent plus the texts the law asks for (LC 123 credit, DIFAL...). */
  additionalInfo: string | null;
} & ComputedTrade &
  RemarksOfSale &
  FarmGoods;

/** A place of groups F and G, whose CNPJ or CPF is known. */
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
  /** Absent where nobody said them, as in notes older than the fields. */
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
  /** These are absent where there are none. */
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
    /** What was asked for without IBS, CBS and selective tax, which `unitValue` and `total` contain; absent where both are as they were asked for. */
    netPrice?: NetPrice;
    freight: string | null;
    insurance: string | null;
    discount: string | null;
    otherCosts: string | null;
    additionalInfo: string | null;
    /** Includes the IBS and CBS that the caller declares. */
    ibsCbs: (IbsCbsAmounts & DeclaredIbsCbs) | null;
    /** gTribSN; absent where nothing is paid inside Simples. Its group is written only where the schema pack has gTribSN. */
    simples?: Omit<SimplesAmounts, 'group'> & { group: (IbsCbsAmounts & DeclaredIbsCbs) | null };
    /** DFeReferenciado: the note, or the item of it, that the line refers to; absent on a line that refers to none. */
    referencedItem?: { accessKey: string; number: number | null };
    /** Absent where nothing is told. */
    approximateTaxes?: ApproximateTaxes;
    /** veicProd; absent on a line that is no new vehicle. */
    vehicle?: NewVehicle;
    /** tpCredPresIBSZFM of the product; absent where it is not said. */
    zfmCreditType?: string;
    /** indBemMovelUsado; absent on a line that sells new goods. */
    isUsed?: true;
    /** indDoacao; absent on a line that is not given away. */
    donation?: true;
    /** impostoDevol; absent on a line that gives no IPI back. */
    returnedIpi?: ReturnedIpi;
    /** Group comb; absent on a line that is no fuel. */
    fuel?: ComputedFuel;
    /** uTrib, qTrib and vUnTrib; absent where they are the commercial ones. */
    taxable?: TaxableUnit;
    /** What the line's levels say of taxes that have ended; absent where they say nothing of them. */
    endedTaxes?: EndedTax[];
    /** The records that the resolution looked at; absent in notes computed before records were kept. */
    taxedBy?: TaxedBy;
  };

/** A price before IBS, CBS and the selective tax, and who says that it is one. */
export type NetPrice = { by: 'ITEM' | 'COMPANY'; unitValue: string; total: string };

/**
 * vTotTrib: what a line bears in taxes by estimate (Lei 12.741/2012). By treasury and with its source where a table gives it; both are null
 * where the caller says the amount.
 */
export type ApproximateTaxes = {
  value: string;
  byTreasury: { federal: string; state: string; municipal: string } | null;
  source: string | null;
};

/** The IBS and CBS that the caller declares in place of computed amounts; each group is present only when declared. */
export type DeclaredIbsCbs = {
  /** gTransfCred of CST 800, gAjusteCompet of CST 811. */
  adjustment?: { period?: string; ibs: string; cbs: string };
  /** gEstornoCred. */
  creditReversal?: CreditReversal;
  /** gCredPresIBSZFM. */
  zfmPresumedCredit?: ZfmPresumedCredit;
  /** gCredPresOper. */
  operationPresumedCredit?: ComputedOperationCredit;
};

/** What the presumed credits of the lines add up to, by tax, and what of it counts only once a condition is fulfilled. */
export type PresumedCreditTotals = Record<'ibs' | 'conditionalIbs' | 'cbs' | 'conditionalCbs', string>;

/** ISSQNtot: each the sum of the lines under ISSQN. */
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
  /** vFCPSTRet; absent in notes computed before it was. */
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
  /** vProd: goods alone. */
  products: string;
  freight: string;
  insurance: string;
  discount: string;
  ipi: string;
  /** vIPIDevol; absent in notes computed before goods given back could say it. */
  returnedIpi?: string;
  /** Without those of services, which `issqn` has. */
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
  /** gTribSN of the total; absent where no line has one. `group` is the IBSCBSTot with the lines' groups, never null. */
  simples?: { ibs: string | null; cbs: string; group: NoteTotals['ibsCbs'] };
  ibsCbs: {
    base: string;
    /** From here to `cbs` all are null where no line has amounts of IBS and CBS. */
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
