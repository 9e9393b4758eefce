import { addedMoney } from '../../money.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import type { CreditReversal } from '../payload.ts';

/** ICMSTot, IBSCBSTot and vNFTot: each the sum of what the lines print, so that no total can differ from them (rules 531 to 538, 1076 on). */
export function totalsOf(items: ComputedItem[]): NoteTotals {
  const total = (pick: (item: ComputedItem) => string | null | undefined) => addedMoney(items.map(pick));
  const sums = {
    st: total(({ icms }) => icms?.stValue),
    fcpSt: total(({ icms }) => icms?.fcpStValue),
    products: total(({ total }) => total),
    freight: total(({ freight }) => freight),
    insurance: total(({ insurance }) => insurance),
    discount: total(({ discount }) => discount),
    ipi: total(({ ipi }) => ipi?.value),
    otherCosts: total(({ otherCosts }) => otherCosts),
    importTax: total(({ importTax }) => importTax?.value),
  };
  return {
    icmsBase: total(({ icms }) => icms?.base),
    icms: total(({ icms }) => icms?.value),
    icmsExempted: '0.00',
    ...destinationTotals(items),
    fcp: total(({ icms }) => icms?.fcpValue),
    stBase: total(({ icms }) => icms?.stBase),
    ...sums,
    pis: total(({ pis }) => pis?.value),
    cofins: total(({ cofins }) => cofins?.value),
    note: noteValue(sums),
    ibsCbs: ibsCbsTotals(items),
  };
}

function reversalTotals(reversals: CreditReversal[]): { creditReversal?: CreditReversal } {
  if (reversals.length === 0) return {};
  const total = (tax: keyof CreditReversal) => addedMoney(reversals.map((reversal) => reversal[tax]));
  return { creditReversal: { ibs: total('ibs'), cbs: total('cbs') } };
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

/** Null where no line has the group (rule 1118). Lines without it still count in vNFTot. */
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
    noteTotal: addedMoney(items.map(itemTotal)),
  };
}

type ValueParts = Record<
  'products' | 'freight' | 'insurance' | 'otherCosts' | 'st' | 'fcpSt' | 'ipi' | 'importTax' | 'discount',
  string | null
>;

/** vNF of a line or of the whole note (rule 610). */
function noteValue({ discount, ...added }: ValueParts): string {
  return addedMoney(Object.values(added), discount);
}

/** vItem: what a line adds to vNFTot, with IBS and CBS where they add to it; a line without the group has it too (rule 1094). */
export function itemTotal(item: ComputedItem): string {
  if (item.ibsCbs) return item.ibsCbs.itemTotal;
  const { total: products, freight, insurance, otherCosts, discount, icms, ipi, importTax } = item;
  const [st, fcpSt] = [icms?.stValue ?? null, icms?.fcpStValue ?? null];
  const [duty, industrial] = [importTax?.value ?? null, ipi?.value ?? null];
  return noteValue({ products, freight, insurance, otherCosts, st, fcpSt, ipi: industrial, importTax: duty, discount });
}
