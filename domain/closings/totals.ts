import { documentTypes } from '../document-types.ts';
import { centsOf, moneyOfCents } from '../money.ts';
import { boundsOf, type Month } from '../month.ts';
import {
  type DocumentFacts,
  type GoodsLine,
  type ServiceLine,
  type TaxesByKind,
  type TaxKind,
  taxKinds,
} from './facts.ts';
import { type GoodsAmount, goodsAmounts, summed } from './goods-lines.ts';
import type { ClosingTotals } from './summary.ts';

/**
 * Adds up the documents of a month, in any order. Sums are of authorized documents; cancelled ones are counted apart. Memory grows with the number of
 * distinct codes and rates, not of documents.
 */
export function closingTotals(month: Month): {
  add: (facts: DocumentFacts) => void;
  totals: () => ClosingTotals;
} {
  const types = documentTypes.map((type) => ({ type, authorized: counter(), cancelled: counter() }));
  const days = Array.from({ length: daysIn(month) }, counter);
  const taxes = new Map<TaxKind, bigint>();
  const lines = totalsOfLines();

  function add(facts: DocumentFacts): void {
    const value = centsOf(facts.totalValue);
    const ofType = types.find(({ type }) => type === facts.type);
    if (facts.status === 'CANCELLED') {
      ofType?.cancelled.add(value);
      return;
    }
    ofType?.authorized.add(value);
    days[Number(facts.issuedAt.slice(8, 10)) - 1]?.add(value);
    for (const kind of taxKinds) {
      const amount = facts.taxes[kind];
      if (amount) taxes.set(kind, (taxes.get(kind) ?? 0n) + centsOf(amount));
    }
    facts.goods.forEach(lines.addGoods);
    facts.services.forEach(lines.addService);
  }

  function totals(): ClosingTotals {
    return {
      authorized: sumOf(types.map(({ authorized }) => authorized)),
      cancelled: sumOf(types.map(({ cancelled }) => cancelled)),
      byType: types
        .filter(({ authorized, cancelled }) => authorized.count() + cancelled.count() > 0)
        .map(({ type, authorized, cancelled }) => ({
          type,
          authorized: authorized.count(),
          cancelled: cancelled.count(),
          totalValue: moneyOfCents(authorized.cents()),
        })),
      taxes: inOrder(taxes),
      ...lines.rows(),
      byDay: days.map((day, index) => ({ day: index + 1, ...sumOf([day]) })),
    };
  }

  return { add, totals };
}

type Counter = ReturnType<typeof counter>;

function counter() {
  let [count, cents] = [0, 0n];
  return {
    add(value: bigint): void {
      count += 1;
      cents += value;
    },
    count: () => count,
    cents: () => cents,
  };
}

function sumOf(counters: Counter[]): { count: number; totalValue: string } {
  return {
    count: counters.reduce((sum, { count }) => sum + count(), 0),
    totalValue: moneyOfCents(counters.reduce((sum, { cents }) => sum + cents(), 0n)),
  };
}

function daysIn(month: Month): number {
  const { start, next } = boundsOf(month);
  return Math.round((next.getTime() - start.getTime()) / (24 * 60 * 60 * 1000));
}

function inOrder(taxes: ReadonlyMap<TaxKind, bigint>): TaxesByKind {
  const ordered: TaxesByKind = {};
  for (const kind of taxKinds) {
    const cents = taxes.get(kind);
    if (cents !== undefined) ordered[kind] = moneyOfCents(cents);
  }
  return ordered;
}

const contribution = ['base', 'value', 'operationValue'] as const;
const ibsAndCbs = ['base', 'ibs', 'cbs', 'operationValue'] as const;
const service = ['operationValue', 'issBase', 'iss', 'issWithheld'] as const;

type Cst = { cst: string };
type SumsOfLines = Pick<ClosingTotals, 'byCfop' | 'byCst' | 'byPisCst' | 'byCofinsCst' | 'byIbsCbsCst' | 'byService'>;

/** Sums of posted lines by their codes, goods and services together where both have the tax. */
function totalsOfLines() {
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
