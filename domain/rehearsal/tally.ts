import { addedMoney } from '../money.ts';
import { type RehearsalFigures, type FigureKind, figureKinds, isOfCbs } from './figures.ts';
import { type RehearsalFinding, generalPath, kindOfFinding } from './findings.ts';
import type { RehearsedCbs } from './rates.ts';
import { type Fate, fates, type RehearsalSubject, type RehearsedSale } from './sale.ts';

/** Findings of one kind: the text of the first, the number of findings and of sales, and some of the sales. */
export type FindingGroup = RehearsalFinding & { count: number; sales: number; examples: RehearsalSubject[] };

/** Refusals about one product, by kind, with their numbers. */
export type ProductFindings = { code: string; description: string; findings: (RehearsalFinding & { count: number })[] };

/** A sum over the sales that are known on both days; for ISSQN only those whose rate is not left to the municipality. */
export type ComparedFigure = {
  kind: FigureKind;
  then: string;
  /** Null where it depends on an unknown rate of CBS. */
  now: string | null;
};

/** The report of a rehearsal. */
export type RehearsalReport = {
  company: { taxId: string; name: string; environment: 'PRODUCTION' | 'HOMOLOGATION' };
  /** The day that is rehearsed. */
  on: string;
  /** The first day of the sales that were rehearsed; null where products were, because there were no sales. */
  since: string | null;
  cbs: RehearsedCbs;
  /** Why the authority's rules were not checked; null where they were. */
  unjudged: string | null;
  /** Why the official schemas were not checked; null where they were. */
  unchecked: string | null;
  total: number;
  fates: Record<Fate, number>;
  /** Number of sales that could be compared. */
  compared: number;
  figures: ComparedFigure[];
  refusals: FindingGroup[];
  warnings: FindingGroup[];
  products: ProductFindings[];
  /** Kinds of findings, and products, that the report leaves out because of its limits. */
  leftOut: { findings: number; products: number };
};

const mostGroups = 300;
const mostProducts = 2000;
const mostExamples = 5;

/** Sums a rehearsal up, sale by sale. Its memory is bounded, however much a company sells. */
export class RehearsalTally {
  readonly #fates: Record<Fate, number> = { FIT: 0, REFUSED_HERE: 0, REFUSED_BY_AUTHORITY: 0, NOT_JUDGED: 0 };
  readonly #groups = new Map<string, FindingGroup>();
  readonly #products = new Map<
    string,
    { of: ProductFindings; byKind: Map<string, RehearsalFinding & { count: number }> }
  >();
  readonly #sums = new Map<FigureKind, { then: string; now: string }>();
  readonly #leftOut = { findings: 0, products: 0 };
  #compared = 0;

  add({ of, fate, findings, then, now }: RehearsedSale): void {
    this.#fates[fate] += 1;
    const kinds = new Set<string>();
    for (const finding of findings) {
      const kind = kindOfFinding(finding);
      this.#addToGroup(kind, finding, kinds.has(kind) ? null : of);
      kinds.add(kind);
      this.#addToProduct(kind, finding);
    }
    if (then && now) this.#compare(then, now);
  }

  report(about: Pick<RehearsalReport, 'company' | 'on' | 'since' | 'cbs' | 'unjudged' | 'unchecked'>): RehearsalReport {
    const groups = [...this.#groups.values()].sort((one, other) => other.sales - one.sales);
    return {
      ...about,
      total: fates.reduce((sum, fate) => sum + this.#fates[fate], 0),
      fates: { ...this.#fates },
      compared: this.#compared,
      figures: figureKinds.flatMap((kind) => {
        const sums = this.#sums.get(kind);
        const isUnknown = about.cbs.kind === 'UNKNOWN' && isOfCbs(kind);
        return sums ? [{ kind, ...sums, ...(isUnknown ? { now: null } : {}) }] : [];
      }),
      refusals: groups.filter(({ by }) => by !== 'WARNING'),
      warnings: groups.filter(({ by }) => by === 'WARNING'),
      products: [...this.#products.values()].map(({ of, byKind }) => ({ ...of, findings: [...byKind.values()] })),
      leftOut: { ...this.#leftOut },
    };
  }

  /** `sale` is null where the same sale was counted for this kind already. */
  #addToGroup(kind: string, finding: RehearsalFinding, sale: RehearsalSubject | null): void {
    const group = this.#groups.get(kind) ?? this.#newGroup(kind, finding);
    if (!group) return;
    group.count += 1;
    if (!sale) return;
    group.sales += 1;
    if (group.examples.length < mostExamples) group.examples.push(sale);
  }

  #newGroup(kind: string, finding: RehearsalFinding): FindingGroup | null {
    if (this.#groups.size >= mostGroups) {
      this.#leftOut.findings += 1;
      return null;
    }
    const group = { ...finding, path: generalPath(finding.path), count: 0, sales: 0, examples: [] };
    this.#groups.set(kind, group);
    return group;
  }

  #addToProduct(kind: string, finding: RehearsalFinding): void {
    const { item, by } = finding;
    if (!item || by === 'WARNING') return;
    const product = this.#products.get(item.code) ?? this.#newProduct(item);
    if (!product) return;
    const found = product.byKind.get(kind) ?? { ...finding, path: generalPath(finding.path), count: 0 };
    found.count += 1;
    product.byKind.set(kind, found);
  }

  #newProduct({ code, description }: NonNullable<RehearsalFinding['item']>) {
    if (this.#products.size >= mostProducts) {
      this.#leftOut.products += 1;
      return null;
    }
    const product = {
      of: { code, description, findings: [] },
      byKind: new Map<string, RehearsalFinding & { count: number }>(),
    };
    this.#products.set(code, product);
    return product;
  }

  #compare(then: RehearsalFigures, now: RehearsalFigures): void {
    this.#compared += 1;
    for (const kind of figureKinds) {
      const [before, after] = [then[kind], now[kind]];
      const isKnown = kind === 'iss' ? before !== null && after !== null : before !== null || after !== null;
      if (!isKnown) continue;
      const sums = this.#sums.get(kind) ?? { then: '0.00', now: '0.00' };
      this.#sums.set(kind, { then: addedMoney([sums.then, before]), now: addedMoney([sums.now, after]) });
    }
  }
}
