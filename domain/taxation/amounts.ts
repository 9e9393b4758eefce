import type { Decimal } from '../money.ts';
import type { FreeTradeAreaAmounts } from './ibs-cbs/free-trade-area.ts';
import type { Issqn } from './issqn.ts';

/** Own ICMS and substitution of one line; the layout prints only the fields of the situation's group. */
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
  /** vICMSDeson, motDesICMS, indDeduzDeson; like all that follow absent on notes computed before they were. */
  exemptedValue?: string | null;
  exemptionReason?: string | null;
  /** 0 or 1; null where nobody said it, which counts as 0. */
  exemptionDeducted?: string | null;
  stExemptedValue?: string | null;
  stExemptionReason?: string | null;
  /** cBenefRBC: the benefit that reduces the base inside a deferral. */
  reductionBenefitCode?: string | null;
  /** Substitution that was collected before (vBCSTRet to vICMSSTRet), and its fund. */
  retainedStBase?: string | null;
  retainedStRate?: string | null;
  retainedStOwnValue?: string | null;
  retainedStValue?: string | null;
  retainedFcpStBase?: string | null;
  retainedFcpStRate?: string | null;
  retainedFcpStValue?: string | null;
  /** What the ICMS would be without that substitution (pRedBCEfet to vICMSEfet). */
  effectiveReduction?: string | null;
  effectiveBase?: string | null;
  effectiveRate?: string | null;
  effectiveValue?: string | null;
} & SinglePhaseAmounts;

/** ICMS of fuels by quantity (CST 02, 15, 53, 61); absent on every other line. Rates are reais for one unit, with four decimals. */
export type SinglePhaseAmounts = {
  /** qBCMono, adRemICMS, vICMSMono. */
  monoQuantity?: string;
  monoRate?: string;
  monoValue?: string;
  /** vICMSMonoOp and vICMSMonoDif; the deferral's rate is that of any situation. */
  monoOperationValue?: string;
  monoDeferredValue?: string;
  /** Of the biofuel, retained: qBCMonoReten, adRemICMSReten, vICMSMonoReten. */
  monoRetainedQuantity?: string;
  monoRetainedRate?: string;
  monoRetainedValue?: string;
  /** pRedAdRem, two decimals, and motRedAdRem. */
  monoReduction?: string;
  monoReductionReason?: string;
  /** Collected before: qBCMonoRet, adRemICMSRet, vICMSMonoRet. */
  monoCollectedQuantity?: string;
  monoCollectedRate?: string;
  monoCollectedValue?: string;
  /** ICMSPart: pBCOp and UFST; absent where the ICMS is not parted. */
  ownBasePercent?: string;
  stState?: string;
  /** ICMSST: vBCSTDest and vICMSSTDest; absent where nothing is passed on. */
  destinationStBase?: string;
  destinationStValue?: string;
};

/** gCred: the presumed credit of the issuer's state that a line gives right to. */
export type PresumedCredit = { code: string; rate: string; value: string };

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

/** What is charged by unit in place of a rate: reais for one of them with four decimals, and how many (four decimals). */
export type PerUnit = { unitRate: string; quantity: string };

/** IPI of one line; base and rate are null where it is not charged, or by unit. */
export type IpiAmounts = {
  framework: string;
  situation: string;
  base: string | null;
  rate: string | null;
  value: string | null;
} & Partial<PerUnit>;

/** PIS or COFINS of one line; base, rate and value are null where the situation is not taxed (04 to 09). */
export type ContributionAmounts = {
  situation: string;
  base: string | null;
  rate: string | null;
  value: string | null;
} & Partial<PerUnit>;

/** PIS or COFINS that a line collects for who sells the goods on: a rate in percent, or reais for one taxable unit. */
export type DeclaredContributionSt = {
  base: Decimal | null;
  rate: Decimal | null;
  unitRate: Decimal | null;
  addsToTotal: boolean;
};

/** The two contributions of a line, each only where it is said. */
export type DeclaredContributionsSt = { pis?: DeclaredContributionSt; cofins?: DeclaredContributionSt };

/** PISST or COFINSST of one line; base and rate are null where it is charged by unit. */
export type ContributionStAmounts = {
  base: string | null;
  rate: string | null;
  value: string;
  /** indSomaPISST, indSomaCOFINSST: whether the value is part of vNF. */
  addsToTotal: boolean;
} & Partial<PerUnit>;

/** The tax of a suspended line under the regular rules: its class, and the effective rate and value of each tax (UB68 to UB72d). */
export type RegularTaxation = {
  situation: string;
  classification: string;
  stateRate: string;
  stateValue: string;
  municipalRate: string;
  municipalValue: string;
  cbsRate: string;
  cbsValue: string;
};

/** What of a sale to a public buyer each entity would get if the buyer did not get it: effective rates and values (gTribCompraGov). */
export type GovernmentComposition = {
  stateRate: string;
  stateValue: string;
  municipalRate: string;
  municipalValue: string;
  cbsRate: string;
  cbsValue: string;
};

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
    /** gTribRegular: what would be due if the condition of the class were not fulfilled; absent where the class has no such group. */
    regular?: RegularTaxation;
    /** gTribCompraGov; absent where no public body buys. */
    government?: GovernmentComposition;
    /** gALCZFMCBS: the CBS that would be due outside the free trade area; absent outside of them. */
    freeTradeArea?: FreeTradeAreaAmounts;
  } | null;
  /** vItem of the line: what it adds to vNFTot. */
  itemTotal: string;
};

/** Selective tax of one line (group UB01). Amounts with two decimals, rates with four. */
export type SelectiveTaxAmounts = {
  /** CSTIS. */
  situation: string;
  /** cClassTribIS. */
  classification: string;
  /** Null where nothing is due. */
  amounts: {
    base: string;
    rate: string;
    /** adRemIS: reais for one unit; null where the law counts by value alone. */
    unitRate: string | null;
    unit: string;
    quantity: string;
    value: string;
  } | null;
};

/** IBS and CBS of one line inside Simples Nacional (gTribSN, NT 2026.005): rates with four decimals, values with two. */
export type SimplesAmounts = {
  /** cAtivSN. */
  activity: string;
  /** RBSNitem: the gross revenue that the line is. */
  revenue: string;
  /** Null where Simples does not collect the IBS: above the sublimit. */
  ibs: { rate: string; value: string } | null;
  cbs: { rate: string; value: string };
  /** The line's IBSCBS, whose amounts are what is not of Simples; null where the line has it anyway, as its `ibsCbs`. */
  group: IbsCbsAmounts | null;
};

/** Substitution that was collected before, as the note by which the goods came says it (vBCSTRet to vFCPSTRet). Two decimals; rates four. */
export type RetainedSt = {
  base: string;
  /** pST: what the consumer bears, the fund included, in percent. */
  rate: string;
  /** vICMSSubstituto: the own ICMS of who collected it. */
  ownValue?: string | null;
  value: string;
  fcpBase?: string | null;
  fcpRate?: string | null;
  fcpValue?: string | null;
};

/** What the ICMS of goods whose substitution was collected before would be without it (pRedBCEfet, pICMSEfet), in percent. */
export type EffectiveIcms = { baseReduction?: string | null; rate: string };

/** What a line says of its taxes in place of what would be computed, or because nothing else could know it. */
export type OwnAmounts = {
  icmsExempted: Decimal | null;
  icmsStExempted: Decimal | null;
  presumedCredit: Decimal | null;
  /** Credits beside the one whose code and rate are resolved; absent where there are none. */
  furtherCredits?: { code: string; rate: Decimal; value: Decimal | null }[];
  /** Base of the substitution by list or fixed price, before its reduction. */
  icmsStBase: Decimal | null;
  retainedSt: RetainedSt | null;
  effectiveIcms: EffectiveIcms | null;
  /** ICMS-ST that is due to another state; absent where none is. */
  destinationSt?: { base: Decimal; value: Decimal };
  /** Reais for one taxable unit; absent where the line is charged by a rate. */
  unitRates?: UnitRates;
  /** Collected for who sells on; absent where nothing is. */
  contributionsSt?: DeclaredContributionsSt;
  /** Of a line under ISSQN alone. */
  issqn?: Issqn;
};

export type UnitRates = { ipi?: Decimal; pis?: Decimal; cofins?: Decimal };

export const noOwnAmounts: OwnAmounts = {
  icmsExempted: null,
  icmsStExempted: null,
  presumedCredit: null,
  icmsStBase: null,
  retainedSt: null,
  effectiveIcms: null,
};
