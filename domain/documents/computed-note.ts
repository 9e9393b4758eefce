import type { ClientSnapshot } from '../clients/snapshot.ts';
import type { Issuer } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';
import type { CreditReversal, FreightType, PaymentMethod, Purpose, ZfmPresumedCredit } from './payload.ts';
import type { TaxTrace } from '../taxation/fields.ts';
import type { TaxedBy } from '../taxation/levels/records.ts';

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
  presence: string;
  items: ComputedItem[];
  totals: NoteTotals;
  payments: ComputedPayment[];
  /** Change given back (vTroco). */
  change: string | null;
  invoice: { number: string; original: string; discount: string; net: string; installments: Installment[] } | null;
  transport: ComputedTransport;
  referencedDocuments: string[];
  /** infCpl: what the caller sent plus the texts the law asks for (LC 123 credit, DIFAL...). */
  additionalInfo: string | null;
};

export type Installment = { number: string; dueDate: string; value: string };
export type ComputedPayment = {
  method: PaymentMethod;
  /** indPag: 0 at sight, 1 by term; null where there is no payment. */
  term: '0' | '1' | null;
  description: string | null;
  value: string;
  card: { integration: '1' | '2'; acquirer: string | null; brand: string | null; authorization: string | null } | null;
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
  volume: {
    quantity: number | null;
    species: string | null;
    netWeight: string | null;
    grossWeight: string | null;
  } | null;
};

export type ComputedItem = {
  number: number;
  code: string;
  gtin: string | null;
  description: string;
  ncm: string;
  cest: string | null;
  cfop: string;
  unit: string;
  quantity: string;
  unitValue: string;
  /** vProd: quantity × unit value, rounded once. */
  total: string;
  freight: string | null;
  insurance: string | null;
  discount: string | null;
  otherCosts: string | null;
  additionalInfo: string | null;
  /** ICMS, PIS and COFINS are null on notes of credit and debit that are about IBS and CBS alone. */
  icms: IcmsAmounts | null;
  difal: DifalAmounts | null;
  ipi: IpiAmounts | null;
  pis: ContributionAmounts | null;
  cofins: ContributionAmounts | null;
  /** Null where the issuer's regime carries no group (CRT 1, 2, 4 by default). */
  ibsCbs: (IbsCbsAmounts & DeclaredIbsCbs) | null;
  /** DFeReferenciado: the note, or the item of it, that the line goes back to; absent on a line that goes back to none. */
  referencedItem?: { accessKey: string; number: number | null };
  /** Which level of the resolution filled each field. */
  taxation: TaxTrace;
  /** The records that the resolution looked at; absent in what was computed before records were kept. */
  taxedBy?: TaxedBy;
};

/** Own ICMS and substitution of one line; the layout prints of it what the situation's group has. */
export type IcmsAmounts = {
  origin: string;
  /** CST (two digits) or CSOSN (three). */
  situation: string;
  /** modBC: 3, operation value. */
  baseMode: string | null;
  baseReduction: string | null;
  base: string | null;
  rate: string | null;
  operationValue: string | null;
  deferralRate: string | null;
  deferredValue: string | null;
  value: string | null;
  fcpBase: string | null;
  fcpRate: string | null;
  fcpValue: string | null;
  stBaseMode: string | null;
  stMargin: string | null;
  stBaseReduction: string | null;
  stBase: string | null;
  stRate: string | null;
  stValue: string | null;
  fcpStBase: string | null;
  fcpStRate: string | null;
  fcpStValue: string | null;
  creditRate: string | null;
  creditValue: string | null;
};

/** ICMSUFDest (EC 87/2015). */
export type DifalAmounts = {
  base: string;
  fcpBase: string | null;
  fcpRate: string | null;
  internalRate: string;
  interstateRate: string;
  fcpValue: string | null;
  destinationValue: string;
  originValue: string;
};

export type IpiAmounts = {
  framework: string;
  situation: string;
  base: string | null;
  rate: string | null;
  value: string | null;
};

/** PIS or COFINS of one line; base, rate and value are null where the situation is not taxed (04 to 09). */
export type ContributionAmounts = { situation: string; base: string | null; rate: string | null; value: string | null };

/** The IBS/CBS group of one line (NT 2025.002). `amounts` is null where the CST forbids gIBSCBS. */
export type IbsCbsAmounts = {
  situation: string;
  classification: string;
  amounts: {
    base: string;
    stateRate: string;
    stateReduction: string | null;
    stateEffectiveRate: string | null;
    stateDeferralRate: string | null;
    stateDeferredValue: string | null;
    stateValue: string;
    municipalRate: string;
    municipalReduction: string | null;
    municipalEffectiveRate: string | null;
    municipalDeferralRate: string | null;
    municipalDeferredValue: string | null;
    municipalValue: string;
    ibsValue: string;
    cbsRate: string;
    cbsReduction: string | null;
    cbsEffectiveRate: string | null;
    cbsDeferralRate: string | null;
    cbsDeferredValue: string | null;
    cbsValue: string;
  } | null;
  /** vItem of the line: what it adds to vNFTot. */
  itemTotal: string;
};

/** What the caller declares of IBS and CBS in place of computed amounts; each is there where it was declared. */
export type DeclaredIbsCbs = {
  /** gTransfCred of CST 800, gAjusteCompet of CST 811. */
  adjustment?: { period?: string; ibs: string; cbs: string };
  /** gEstornoCred. */
  creditReversal?: CreditReversal;
  /** gCredPresIBSZFM. */
  zfmPresumedCredit?: ZfmPresumedCredit;
};

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
  products: string;
  freight: string;
  insurance: string;
  discount: string;
  ipi: string;
  pis: string;
  cofins: string;
  otherCosts: string;
  /** vNF. */
  note: string;
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
    /** vNFTot. */
    noteTotal: string;
  } | null;
};
