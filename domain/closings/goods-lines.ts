import type { ComputedItem } from '../documents/computed-note.ts';
import { centsOf, moneyOfCents } from '../money.ts';
import type { GoodsLine } from './facts.ts';

export const goodsAmounts = [
  'operationValue',
  'icmsBase',
  'icms',
  'stBase',
  'st',
  'fcp',
  'fcpSt',
  'ipi',
  'pisBase',
  'pis',
  'cofinsBase',
  'cofins',
  'ibsCbsBase',
  'ibs',
  'cbs',
] as const satisfies (keyof GoodsLine)[];
export type GoodsAmount = (typeof goodsAmounts)[number];

/** The items as lines that an accountant posts; the sum of their `operationValue` is the note's vNF. */
export function goodsLinesOf(items: readonly ComputedItem[]): GoodsLine[] {
  const lines = summed<Omit<GoodsLine, GoodsAmount>, GoodsAmount>(goodsAmounts);
  const isBilledByMaker = items.some(({ vehicle }) => vehicle?.sale === 'DIRECT_BILLING');
  for (const item of items) lines.add(headOf(item), centsIn(item, isBilledByMaker));
  return lines.rows();
}

function headOf({ cfop, icms, pis, cofins, ibsCbs }: ComputedItem): Omit<GoodsLine, GoodsAmount> {
  return {
    cfop,
    origin: icms?.origin ?? null,
    cst: icms?.situation ?? null,
    rate: icms?.rate ?? '0.0000',
    pisCst: pis?.situation ?? null,
    cofinsCst: cofins?.situation ?? null,
    ibsCbsCst: ibsCbs?.situation ?? null,
    classification: ibsCbs?.classification ?? null,
  };
}

function centsIn(item: ComputedItem, isBilledByMaker: boolean): Record<GoodsAmount, bigint> {
  const { icms, pis, cofins } = item;
  const amounts = item.ibsCbs?.amounts;
  const [st, fcpSt, ipi] = [centsOf(icms?.stValue), centsOf(icms?.fcpStValue), centsOf(item.ipi?.value)];
  return {
    operationValue: operationValue(item) + ipi + (isBilledByMaker ? 0n : st + fcpSt + centsOf(item.returnedIpi?.value)),
    icmsBase: centsOf(icms?.base),
    icms: centsOf(icms?.value),
    stBase: centsOf(icms?.stBase),
    st,
    fcp: centsOf(icms?.fcpValue),
    fcpSt,
    ipi,
    pisBase: centsOf(pis?.base),
    pis: centsOf(pis?.value),
    cofinsBase: centsOf(cofins?.base),
    cofins: centsOf(cofins?.value),
    ibsCbsBase: centsOf(amounts?.base),
    ibs: centsOf(amounts?.ibsValue),
    cbs: centsOf(amounts?.cbsValue),
  };
}

/**
 * What an item adds to vNF, in cents, without IPI, ICMS-ST, its fund and returned IPI, which `centsIn` adds. VL_OPR of register C190 (field 05) is
 * goods, freight, insurance and other costs, ICMS-ST, FCP-ST and IPI (Guia Prático EFD ICMS/IPI). The same sum less discounts, and less exempted ICMS
 * that is deducted, is vNF (rule W16-10, 610; NT 2023.004), with what that rule adds besides: ICMS that is retained of biofuels, II, returned IPI,
 * and PIS and COFINS by substitution that the buyer is charged. For vehicles that their maker bills to the consumer, ICMS-ST, its fund and returned
 * IPI add nothing (W16-10, its exception). Seen 2026-11-23.
 */
function operationValue({ total, freight, insurance, otherCosts, discount, icms, ...item }: ComputedItem): bigint {
  const deducted = icms?.exemptionDeducted === '1' ? centsOf(icms.exemptedValue) : 0n;
  const added = [
    freight,
    insurance,
    otherCosts,
    icms?.monoRetainedValue,
    item.importTax?.value,
    ...[item.pisSt, item.cofinsSt].map((one) => (one?.addsToTotal ? one.value : null)),
  ];
  return added.reduce((sum, amount) => sum + centsOf(amount), centsOf(total) - centsOf(discount) - deducted);
}

/** The codes by which amounts are added up, such as a CFOP. */
type Head = Record<string, string | null>;

/**
 * Adds amounts up by their heads. Memory grows only with the number of distinct heads, and the rows come in the order of the heads, whatever order
 * they were added in.
 *
 * @param names names of the amounts
 */
export function summed<Of extends Head, Name extends string>(names: readonly Name[]) {
  const groups = new Map<string, { head: Of; cents: Record<Name, bigint> }>();
  return {
    add(head: Of, cents: Readonly<Record<Name, bigint>>): void {
      const key = Object.values(head).join('|');
      const group = groups.get(key);
      if (!group) {
        groups.set(key, { head, cents: { ...cents } });
        return;
      }
      for (const name of names) group.cents[name] += cents[name];
    },
    /** One row for each head; amounts with two places. */
    rows(): (Of & Record<Name, string>)[] {
      return [...groups]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { head, cents }]) => ({ ...head, ...printed(names, cents) }));
    },
  };
}

function printed<Name extends string>(
  names: readonly Name[],
  cents: Readonly<Record<Name, bigint>>,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, moneyOfCents(cents[name])])) as Record<Name, string>;
}
