import { documentTypes } from '../document-types.ts';
import { centsOf, moneyOfCents } from '../money.ts';
import { boundsOf, type Month } from '../month.ts';
import { type DocumentFacts, taxKinds, type TaxesByKind, type TaxKind } from './facts.ts';
import type { ClosingTotals } from './summary.ts';
import { totalsOfLines } from './totals-of-lines.ts';

/**
 * Adds the documents of a month up, in any order. Only authorized ones are in the sums; cancelled ones are counted apart. Memory grows with
 * the distinct codes and rates, not with the documents.
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
