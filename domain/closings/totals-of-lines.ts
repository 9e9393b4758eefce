import { centsOf } from '../money.ts';
import type { GoodsLine, ServiceLine } from './facts.ts';
import { type GoodsAmount, goodsAmounts } from './goods-lines.ts';
import { summed } from './summed.ts';
import type { ClosingTotals } from './summary.ts';

const contribution = ['base', 'value', 'operationValue'] as const;
const ibsAndCbs = ['base', 'ibs', 'cbs', 'operationValue'] as const;
const service = ['operationValue', 'issBase', 'iss', 'issWithheld'] as const;

type Cst = { cst: string };
type SumsOfLines = Pick<ClosingTotals, 'byCfop' | 'byCst' | 'byPisCst' | 'byCofinsCst' | 'byIbsCbsCst' | 'byService'>;

/** Sums of posted lines by their codes; goods and services together where both have the tax. */
export function totalsOfLines() {
  const byCfop = summed<Pick<GoodsLine, 'cfop'>, GoodsAmount>(goodsAmounts);
  const byCst = summed<{ origin: string; cst: string; cfop: string; rate: string }, GoodsAmount>(goodsAmounts);
  const byPisCst = summed<Cst, (typeof contribution)[number]>(contribution);
  const byCofinsCst = summed<Cst, (typeof contribution)[number]>(contribution);
  const byIbsCbsCst = summed<Cst & { classification: string }, (typeof ibsAndCbs)[number]>(ibsAndCbs);
  const byService = summed<Pick<ServiceLine, 'serviceCode'>, (typeof service)[number]>(service);
  const services = new Map<string, number>();

  function addIbsCbs({ ibsCbsCst, classification }: GoodsLine | ServiceLine, cents: IbsCbsCents): void {
    if (ibsCbsCst === null) return;
    const { ibsCbsBase: base, ibs, cbs, operationValue } = cents;
    byIbsCbsCst.add({ cst: ibsCbsCst, classification: classification ?? '' }, { base, ibs, cbs, operationValue });
  }

  return {
    addGoods: (line: GoodsLine): void => {
      const { cfop, origin, cst, rate, pisCst, cofinsCst } = line;
      const cents = centsIn(line, goodsAmounts);
      const { operationValue } = cents;
      byCfop.add({ cfop }, cents);
      if (cst !== null) byCst.add({ origin: origin ?? '', cst, cfop, rate }, cents);
      if (pisCst !== null) byPisCst.add({ cst: pisCst }, { base: cents.pisBase, value: cents.pis, operationValue });
      if (cofinsCst !== null)
        byCofinsCst.add({ cst: cofinsCst }, { base: cents.cofinsBase, value: cents.cofins, operationValue });
      addIbsCbs(line, cents);
    },

    addService: (line: ServiceLine): void => {
      const { serviceCode, pisCofinsCst: cst } = line;
      const cents = centsIn(line, [...service, 'pisCofinsBase', 'pis', 'cofins', 'ibsCbsBase', 'ibs', 'cbs']);
      const { operationValue, pisCofinsBase: base, issBase, iss, issWithheld } = cents;
      services.set(serviceCode, (services.get(serviceCode) ?? 0) + 1);
      byService.add({ serviceCode }, { operationValue, issBase, iss, issWithheld });
      if (cst !== null) {
        byPisCst.add({ cst }, { base, value: cents.pis, operationValue });
        byCofinsCst.add({ cst }, { base, value: cents.cofins, operationValue });
      }
      addIbsCbs(line, cents);
    },

    rows(): SumsOfLines {
      return {
        byCfop: byCfop.rows(),
        byCst: byCst.rows(),
        byPisCst: byPisCst.rows(),
        byCofinsCst: byCofinsCst.rows(),
        byIbsCbsCst: byIbsCbsCst.rows(),
        byService: byService.rows().map((row) => ({ ...row, count: services.get(row.serviceCode) ?? 0 })),
      };
    },
  };
}

type IbsCbsCents = Record<'ibsCbsBase' | 'ibs' | 'cbs' | 'operationValue', bigint>;

function centsIn<Name extends string>(
  line: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Record<Name, bigint> {
  return Object.fromEntries(names.map((name) => [name, centsOf(line[name])])) as Record<Name, bigint>;
}
