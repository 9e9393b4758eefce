import { decimal, type Decimal, money, sum } from '../money.ts';
import type { ComputedItem, NoteTotals } from '../nfe/note.ts';

/** ICMSTot, IBSCBSTot and vNFTot: each the sum of what the lines print, so that no total can differ from them (rules 531 to 538, 1076 on). */
export function totalsOf(items: ComputedItem[]): NoteTotals {
  const total = (pick: (item: ComputedItem) => string | null | undefined) =>
    sum(items.map((item) => decimal(pick(item))));
  const products = total(({ total }) => total);
  const freight = total(({ freight }) => freight);
  const insurance = total(({ insurance }) => insurance);
  const discount = total(({ discount }) => discount);
  const otherCosts = total(({ otherCosts }) => otherCosts);
  const st = total(({ icms }) => icms.stValue);
  const fcpSt = total(({ icms }) => icms.fcpStValue);
  const ipi = total((item) => item.ipi?.value);
  const note = sum([products, freight, insurance, otherCosts, st, fcpSt, ipi]).minus(discount);
  return {
    icmsBase: money(total(({ icms }) => icms.base)),
    icms: money(total(({ icms }) => icms.value)),
    icmsExempted: money(decimal('0')),
    ...destinationTotals(items),
    fcp: money(total(({ icms }) => icms.fcpValue)),
    stBase: money(total(({ icms }) => icms.stBase)),
    st: money(st),
    fcpSt: money(fcpSt),
    products: money(products),
    freight: money(freight),
    insurance: money(insurance),
    discount: money(discount),
    ipi: money(ipi),
    pis: money(total(({ pis }) => pis.value)),
    cofins: money(total(({ cofins }) => cofins.value)),
    otherCosts: money(otherCosts),
    note: money(note),
    ibsCbs: ibsCbsTotals(items),
  };
}

type DestinationTotals = Pick<NoteTotals, 'fcpDestination' | 'icmsDestination' | 'icmsOrigin'>;

function destinationTotals(items: ComputedItem[]): DestinationTotals {
  const shares = items.flatMap(({ difal }) => (difal ? [difal] : []));
  if (shares.length === 0) return { fcpDestination: null, icmsDestination: null, icmsOrigin: null };
  return {
    fcpDestination: money(sum(shares.map(({ fcpValue }) => decimal(fcpValue)))),
    icmsDestination: money(sum(shares.map(({ destinationValue }) => decimal(destinationValue)))),
    icmsOrigin: money(sum(shares.map(({ originValue }) => decimal(originValue)))),
  };
}

/** Null where no line has the group (rule 1118). Lines without it still count in vNFTot. */
function ibsCbsTotals(items: ComputedItem[]): NoteTotals['ibsCbs'] {
  const groups = items.flatMap(({ ibsCbs }) => (ibsCbs ? [ibsCbs] : []));
  if (groups.length === 0) return null;
  const amounts = groups.flatMap((group) => (group.amounts ? [group.amounts] : []));
  const total = (pick: (of: (typeof amounts)[number]) => string | null) => sum(amounts.map((of) => decimal(pick(of))));
  return {
    base: money(total(({ base }) => base)),
    stateDeferred: money(total(({ stateDeferredValue }) => stateDeferredValue)),
    state: money(total(({ stateValue }) => stateValue)),
    municipalDeferred: money(total(({ municipalDeferredValue }) => municipalDeferredValue)),
    municipal: money(total(({ municipalValue }) => municipalValue)),
    ibs: money(total(({ ibsValue }) => ibsValue)),
    cbsDeferred: money(total(({ cbsDeferredValue }) => cbsDeferredValue)),
    cbs: money(total(({ cbsValue }) => cbsValue)),
    noteTotal: money(sum(items.map((item) => (item.ibsCbs ? decimal(item.ibsCbs.itemTotal) : valueOf(item))))),
  };
}

/** What a line adds to vNF. */
function valueOf({ total, freight, insurance, otherCosts, discount, icms, ipi }: ComputedItem): Decimal {
  const added = [total, freight, insurance, otherCosts, icms.stValue, icms.fcpStValue, ipi?.value];
  return sum(added.map(decimal)).minus(decimal(discount));
}
