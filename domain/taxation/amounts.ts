import type { Decimal } from '../money.ts';
import type { FreeTradeAreaAmounts } from './ibs-cbs/free-trade-area.ts';
import type { Issqn } from './issqn.ts';

/** Own ICMS and substitution of one line; the layout prints only the fields of its situation's group. */
export type IcmsAmounts = {
  origin: string;
  /** CST (two digits) or CSOSN (three). */
  situation: string;
  /** modBC, always 3: the base is the operation's value. */
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
  /** vICMSDeson, motDesICMS, indDeduzDeson. These and all fields that follow are absent on notes computed before the fields existed. */
  exemptedValue?: string | null;
  exemptionReason?: string | null;
  /** 0 or 1; null where nobody sets it, which counts as 0. */
  exemptionDeducted?: string | null;
  stExemptedValue?: string | null;
  stExemptionReason?: string | null;
  /** cBenefRBC: the benefit by which the base is reduced inside a deferral. */
  reductionBenefitCode?: string | null;
  /** Substitution that was collected earlier in the chain (vBCSTRet to vICMSSTRet), and its fund. */
  retainedStBase?: string | null;
  retainedStRate?: string | null;
  retainedStOwnValue?: string | null;
  retainedStValue?: string | null;
  retainedFcpStBase?: string | null;
  retainedFcpStRate?: string | null;
  retainedFcpStValue?: string | null;
  /** What the ICMS would be if it had not been collected earlier (pRedBCEfet to vICMSEfet). */
  effectiveReduction?: string | null;
  effectiveBase?: string | null;
  effectiveRate?: string | null;
  effectiveValue?: string | null;
} & SinglePhaseAmounts;

/** ICMS of fuels by quantity (CST 02, 15, 53, 61); absent on every other line. Rates are reais per unit, with four decimals. */
export type SinglePhaseAmounts = {
  /** qBCMono, adRemICMS, vICMSMono. */
  monoQuantity?: string;
  monoRate?: string;
  monoValue?: string;
  /** vICMSMonoOp and vICMSMonoDif. The deferral's rate is the field that other situations have, too. */
  monoOperationValue?: string;
  monoDeferredValue?: string;
  /** What is retained for the biofuel: qBCMonoReten, adRemICMSReten, vICMSMonoReten. */
  monoRetainedQuantity?: string;
  monoRetainedRate?: string;
  monoRetainedValue?: string;
  /** pRedAdRem, with two decimals, and motRedAdRem. */
  monoReduction?: string;
  monoReductionReason?: string;
  /** What was collected earlier in the chain: qBCMonoRet, adRemICMSRet, vICMSMonoRet. */
  monoCollectedQuantity?: string;
  monoCollectedRate?: string;
  monoCollectedValue?: string;
  /** ICMSPart: pBCOp and UFST; absent where the ICMS is not parted between states. */
  ownBasePercent?: string;
  stState?: string;
  /** ICMSST: vBCSTDest and vICMSSTDest; absent where nothing is due to the destination. */
  destinationStBase?: string;
  destinationStValue?: string;
};

/** gCred: a presumed credit of the issuer's state to which a line gives a right. */
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

/** A tax charged by unit in place of a rate: reais per unit, and the number of units, both with four decimals. */
export type PerUnit = { unitRate: string; quantity: string };

/** IPI of one line; base and rate are null where it is not charged, or charged by unit. */
export type IpiAmounts = {
  framework: string;
  situation: string;
  base: string | null;
  rate: string | null;
  value: string | null;
} & Partial<PerUnit>;

/** PIS or COFINS of one line; base, rate and value are null where the situation charges nothing (04 to 09). */
export type ContributionAmounts = {
  situation: string;
  base: string | null;
  rate: string | null;
  value: string | null;
} & Partial<PerUnit>;

/** PIS or COFINS that a line collects on behalf of whoever resells the goods: a rate in percent, or reais per taxable unit. */
export type DeclaredContributionSt = {
  base: Decimal | null;
  rate: Decimal | null;
  unitRate: Decimal | null;
  addsToTotal: boolean;
};

/** PIS and COFINS that a line collects on behalf of whoever resells the goods; each is absent where it is not declared. */
export type DeclaredContributionsSt = { pis?: DeclaredContributionSt; cofins?: DeclaredContributionSt };

/** PISST or COFINSST of one line; base and rate are null where it is charged by unit. */
export type ContributionStAmounts = {
  base: string | null;
  rate: string | null;
  value: string;
  /** indSomaPISST, indSomaCOFINSST: whether the value is part of vNF. */
  addsToTotal: boolean;
} & Partial<PerUnit>;

/** What a suspended line would pay under the regular rules: its class, and the effective rate and value of each tax (UB68 to UB72d). */
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

/** What each entity would get of a sale to a public buyer if the buyer did not get it: effective rates and values (gTribCompraGov). */
export type GovernmentComposition = {
  stateRate: string;
  stateValue: string;
  municipalRate: string;
  municipalValue: string;
  cbsRate: string;
  cbsValue: string;
};

/** The IBS/CBS group of one line (NT 2025.002). `amounts` is null where the CST has no gIBSCBS. */
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
    /** gTribRegular: what would be due if the condition of the class were not fulfilled; absent where the class does not ask for it. */
    regular?: RegularTaxation;
    /** gTribCompraGov; absent where no public body buys. */
    government?: GovernmentComposition;
    /** gALCZFMCBS: the CBS that would be due outside the free trade area; absent on lines outside of such areas. */
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
  /** Null where no selective tax is due. */
  amounts: {
    base: string;
    rate: string;
    /** adRemIS: reais per unit; null where the law charges by value alone. */
    unitRate: string | null;
    unit: string;
    quantity: string;
    value: string;
  } | null;
};

/** What a line pays of IBS and CBS inside Simples Nacional (gTribSN, NT 2026.005): rates with four decimals, values with two. */
export type SimplesAmounts = {
  /** cAtivSN. */
  activity: string;
  /** RBSNitem: what the line adds to gross revenue. */
  revenue: string;
  /** Null where Simples does not collect the IBS: above the sublimit. */
  ibs: { rate: string; value: string } | null;
  cbs: { rate: string; value: string };
  /** The line's group IBSCBS, whose amounts are those paid outside Simples; null where the line has that group in any case, as its `ibsCbs`. */
  group: IbsCbsAmounts | null;
};

/**
 * Substitution that was collected earlier in the chain, as the note says by which the goods came (vBCSTRet to vFCPSTRet). Values with two decimals,
 * rates with four.
 */
export type RetainedSt = {
  base: string;
  /** pST: the rate that the consumer bears, in percent, the fund included. */
  rate: string;
  /** vICMSSubstituto: the own ICMS of the taxpayer who collected the substitution. */
  ownValue?: string | null;
  value: string;
  fcpBase?: string | null;
  fcpRate?: string | null;
  fcpValue?: string | null;
};

/** What the ICMS of such goods would be if it had not been collected earlier (pRedBCEfet, pICMSEfet), in percent. */
export type EffectiveIcms = { baseReduction?: string | null; rate: string };

/** Amounts that a line declares: in place of those that would be computed, or because only the caller knows them. */
export type OwnAmounts = {
  icmsExempted: Decimal | null;
  icmsStExempted: Decimal | null;
  presumedCredit: Decimal | null;
  /** Presumed credits beside the one of `presumedCreditCode`; absent where there are none. */
  furtherCredits?: { code: string; rate: Decimal; value: Decimal | null }[];
  /** Base of the substitution where it is a list price or a fixed price, before its reduction. */
  icmsStBase: Decimal | null;
  retainedSt: RetainedSt | null;
  effectiveIcms: EffectiveIcms | null;
  /** ICMS-ST that is due to the state of destination; absent where none is. */
  destinationSt?: { base: Decimal; value: Decimal };
  /** Reais per taxable unit; absent where the line is charged by rates. */
  unitRates?: UnitRates;
  /** Collected on behalf of whoever resells the goods; absent where nothing is collected. */
  contributionsSt?: DeclaredContributionsSt;
  /** Only on a line under ISSQN. */
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
