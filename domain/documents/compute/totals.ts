import { addedMoney, decimal, money, round2, sum } from '../../money.ts';
import type { IcmsAmounts } from '../../taxation/amounts.ts';
import type { ComputedOperationCredit } from '../../taxation/ibs-cbs/presumed-credit.ts';
import type { ComputedItem, IssqnTotals, NoteTotals, PresumedCreditTotals } from '../computed-note.ts';
import type { CreditReversal } from '../payload.ts';

/**
 * ICMSTot, ISSQNtot, IBSCBSTot and vNFTot: sums of the printed amounts of the lines, so that no total can differ from them (rules 531 to 538, 1076
 * on).
 */
export function totalsOf(items: ComputedItem[]): NoteTotals {
  const total = (pick: (item: ComputedItem) => string | null | undefined) => addedMoney(items.map(pick));
  const goods = items.filter(({ issqn }) => !issqn);
  const ofGoods = (pick: (item: ComputedItem) => string | null | undefined) => addedMoney(goods.map(pick));
  const issqn = issqnTotals(items);
  const { retainedMono, ...sums } = {
    st: total(({ icms }) => icms?.stValue),
    fcpSt: total(({ icms }) => icms?.fcpStValue),
    retainedMono: total(({ icms }) => icms?.monoRetainedValue),
    products: ofGoods(({ total }) => total),
    freight: total(({ freight }) => freight),
    insurance: total(({ insurance }) => insurance),
    discount: total(({ discount }) => discount),
    ipi: total(({ ipi }) => ipi?.value),
    returnedIpi: total(({ returnedIpi }) => returnedIpi?.value),
    otherCosts: total(({ otherCosts }) => otherCosts),
    importTax: total(({ importTax }) => importTax?.value),
  };
  const contributionsSt = total(contributionsStOf);
  return {
    icmsBase: total(({ icms }) => icms?.base),
    icms: total(({ icms }) => icms?.value),
    icmsExempted: total(({ icms }) => icms?.exemptedValue),
    ...destinationTotals(items),
    fcp: total(({ icms }) => icms?.fcpValue),
    stBase: total(({ icms }) => icms?.stBase),
    fcpStRetained: total(({ icms }) => icms?.retainedFcpStValue),
    ...sums,
    ...monoTotals(items),
    pis: ofGoods(({ pis }) => pis?.value),
    cofins: ofGoods(({ cofins }) => cofins?.value),
    ...(issqn ? { issqn } : {}),
    note: noteValue({
      ...sums,
      services: issqn?.services ?? null,
      ...{ retainedMono, contributionsSt, deducted: total(deductedOf) },
      ...paidByDealer(items),
    }),
    ...(items.some(({ approximateTaxes }) => approximateTaxes)
      ? { approximateTaxes: total(({ approximateTaxes }) => approximateTaxes?.value) }
      : {}),
    ...(items.some(({ selectiveTax }) => selectiveTax)
      ? { selectiveTax: total(({ selectiveTax }) => selectiveTax?.amounts?.value) }
      : {}),
    ibsCbs: ibsCbsTotals(items),
    ...simplesTotals(items),
  };
}

/** ISSQNtot; null where no line has ISSQN (rules 605 to 609 and 364 to 368). */
function issqnTotals(items: ComputedItem[]): IssqnTotals | null {
  const services = items.flatMap((item) => (item.issqn ? [{ ...item, issqn: item.issqn }] : []));
  if (services.length === 0) return null;
  const total = (pick: (item: (typeof services)[number]) => string | null | undefined) =>
    addedMoney(services.map(pick));
  return {
    services: total(({ total }) => total),
    base: total(({ issqn }) => issqn.base),
    value: total(({ issqn }) => issqn.value),
    pis: total(({ pis }) => pis?.value),
    cofins: total(({ cofins }) => cofins?.value),
    deduction: total(({ issqn }) => issqn.deduction),
    otherWithholdings: total(({ issqn }) => issqn.otherWithholdings),
    unconditionalDiscount: total(({ issqn }) => issqn.unconditionalDiscount),
    conditionalDiscount: total(({ issqn }) => issqn.conditionalDiscount),
    withheld: total(({ issqn }) => issqn.withheld),
  };
}

function reversalTotals(reversals: CreditReversal[]): { creditReversal?: CreditReversal } {
  if (reversals.length === 0) return {};
  const total = (tax: keyof CreditReversal) => addedMoney(reversals.map((reversal) => reversal[tax]));
  return { creditReversal: { ibs: total('ibs'), cbs: total('cbs') } };
}

/** Totals of single-phase ICMS. Quantities are added up with four decimals and rounded once (rules 700, 723 and 744). */
function monoTotals(items: ComputedItem[]): Pick<NoteTotals, 'icmsMono'> {
  const fuels = items.flatMap(({ icms }) => (icms?.monoRate || icms?.monoCollectedRate ? [icms] : []));
  if (fuels.length === 0) return {};
  const quantity = (pick: (icms: IcmsAmounts) => string | undefined) =>
    money(round2(sum(fuels.map((icms) => decimal(pick(icms))))));
  const value = (pick: (icms: IcmsAmounts) => string | undefined) => addedMoney(fuels.map(pick));
  return {
    icmsMono: {
      quantity: quantity(({ monoQuantity }) => monoQuantity),
      value: value(({ monoValue }) => monoValue),
      retainedQuantity: quantity(({ monoRetainedQuantity }) => monoRetainedQuantity),
      retainedValue: value(({ monoRetainedValue }) => monoRetainedValue),
      collectedQuantity: quantity(({ monoCollectedQuantity }) => monoCollectedQuantity),
      collectedValue: value(({ monoCollectedValue }) => monoCollectedValue),
    },
  };
}

type DestinationTotals = Pick<NoteTotals, 'fcpDestination' | 'icmsDestination' | 'icmsOrigin'>;

function destinationTotals(items: ComputedItem[]): DestinationTotals {
  const shares = items.flatMap(({ difal }) => (difal ? [difal] : []));
  if (shares.length === 0) return { fcpDestination: null, icmsDestination: null, icmsOrigin: null };
  return {
    fcpDestination: addedMoney(shares.map(({ fcpValue }) => fcpValue)),
    icmsDestination: addedMoney(shares.map(({ destinationValue }) => destinationValue)),
    icmsOrigin: addedMoney(shares.map(({ originValue }) => originValue)),
  };
}

/** IBSCBSTot; null where no line has the group (rule 1118). Lines without the group count in vNFTot, too. */
function ibsCbsTotals(items: ComputedItem[]): NoteTotals['ibsCbs'] {
  const groups = items.flatMap(({ ibsCbs }) => (ibsCbs ? [ibsCbs] : []));
  if (groups.length === 0) return null;
  const amounts = groups.flatMap((group) => (group.amounts ? [group.amounts] : []));
  const total = (pick: (of: (typeof amounts)[number]) => string | null) =>
    amounts.length > 0 ? addedMoney(amounts.map(pick)) : null;
  return {
    base: addedMoney(amounts.map(({ base }) => base)),
    stateDeferred: total(({ stateDeferredValue }) => stateDeferredValue),
    state: total(({ stateValue }) => stateValue),
    municipalDeferred: total(({ municipalDeferredValue }) => municipalDeferredValue),
    municipal: total(({ municipalValue }) => municipalValue),
    ibs: total(({ ibsValue }) => ibsValue),
    cbsDeferred: total(({ cbsDeferredValue }) => cbsDeferredValue),
    cbs: total(({ cbsValue }) => cbsValue),
    ...reversalTotals(groups.flatMap(({ creditReversal }) => creditReversal ?? [])),
    ...creditTotals(groups.flatMap(({ operationPresumedCredit }) => operationPresumedCredit ?? [])),
    noteTotal: addedMoney(items.map(itemTotal)),
  };
}

/** Totals of presumed credits; empty where no line takes one (rules 1086 and 1087). */
function creditTotals(credits: ComputedOperationCredit[]): { presumedCredit?: PresumedCreditTotals } {
  if (credits.length === 0) return {};
  const total = (tax: 'ibs' | 'cbs', isConditional: boolean) =>
    addedMoney(credits.map((credit) => (credit[tax]?.isConditional === isConditional ? credit[tax].value : null)));
  return {
    presumedCredit: {
      ...{ ibs: total('ibs', false), conditionalIbs: total('ibs', true) },
      ...{ cbs: total('cbs', false), conditionalCbs: total('cbs', true) },
    },
  };
}

/** Totals of gTribSN; empty where no line has it. */
function simplesTotals(items: ComputedItem[]): Pick<NoteTotals, 'simples'> {
  const amounts = items.flatMap(({ simples }) => (simples ? [simples] : []));
  if (amounts.length === 0) return {};
  const group = ibsCbsTotals(
    items.map((item) => (item.simples?.group ? { ...item, ibsCbs: item.simples.group } : item)),
  );
  return {
    simples: {
      ibs: amounts.some(({ ibs }) => ibs) ? addedMoney(amounts.map(({ ibs }) => ibs?.value)) : null,
      cbs: addedMoney(amounts.map(({ cbs }) => cbs.value)),
      group,
    },
  };
}

type ValueParts = Record<
  | 'products'
  | 'services'
  | 'freight'
  | 'insurance'
  | 'otherCosts'
  | 'st'
  | 'fcpSt'
  | 'retainedMono'
  | 'contributionsSt'
  | 'ipi'
  | 'returnedIpi'
  | 'importTax'
  | 'discount'
  | 'deducted',
  string | null
>;

/** vNF, of a line or of the whole note (rule 610). */
function noteValue({ discount, deducted, ...added }: ValueParts): string {
  return addedMoney(Object.values(added), addedMoney([discount, deducted]));
}

/** vItem: what a line adds to vNFTot, including IBS and CBS where they are added. A line without the group of IBS and CBS has it, too (rule 1094). */
export function itemTotal(item: ComputedItem): string {
  if (item.ibsCbs) return item.ibsCbs.itemTotal;
  const { total: products, freight, insurance, otherCosts, discount, icms } = item;
  const [st, fcpSt] = [icms?.stValue ?? null, icms?.fcpStValue ?? null];
  const [ipi, returnedIpi] = [item.ipi?.value ?? null, item.returnedIpi?.value ?? null];
  const [importTax, retainedMono] = [item.importTax?.value ?? null, icms?.monoRetainedValue ?? null];
  const contributionsSt = contributionsStOf(item);
  const parts = {
    contributionsSt,
    products,
    services: null,
    freight,
    insurance,
    otherCosts,
    discount,
    deducted: deductedOf(item),
  };
  return noteValue({ ...parts, st, fcpSt, retainedMono, ipi, returnedIpi, importTax, ...paidByDealer([item]) });
}

/** PISST and COFINSST that are added to what the buyer pays (indSomaPISST and indSomaCOFINSST 1). */
function contributionsStOf({ pisSt, cofinsSt }: ComputedItem): string | null {
  const added = [pisSt, cofinsSt].flatMap((one) => (one?.addsToTotal ? [one.value] : []));
  return added.length > 0 ? addedMoney(added) : null;
}

/** Parts of vNF that do not count where a maker bills vehicles directly to the consumer: the ICMS-ST is the dealer's (W16-10, its exception). */
function paidByDealer(items: ComputedItem[]): Partial<ValueParts> {
  const isBilledByMaker = items.some(({ vehicle }) => vehicle?.sale === 'DIRECT_BILLING');
  return isBilledByMaker ? { st: null, fcpSt: null, returnedIpi: null } : {};
}

/** Exempted ICMS that is deducted from the value of the note (indDeduzDeson 1). */
function deductedOf({ icms }: ComputedItem): string | null {
  return icms?.exemptionDeducted === '1' ? (icms.exemptedValue ?? null) : null;
}
