import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { refuseAny } from '../../domain/faults.ts';
import { Payable, type PayableStatus } from '../../domain/received/payable.entity.ts';
import { plainTaxId, taxIdKind } from '../../domain/tax-id.ts';
import { checkDays, type Days, knownDays, coverageOf, daysWithin } from './days.ts';
import {
  rowsMatchingAll,
  countRows,
  type CountedList,
  idsOfPage,
  inOrderOf,
  type SortOrder,
  type RowCondition,
  rowsAfter,
  type WalkStep,
  type RowRange,
} from './ordered-list.ts';
import { type Page, wholeList, rowRangeOf } from './page.ts';
import { plainDocument, searchedPage, searchPattern } from './search.ts';
import { sumOf, talliedKinds } from './tally.ts';

/** The filters of a list of payables; `supplier` is a CNPJ or CPF, or part of it or of the name. */
export type PayableQuery = { status?: PayableStatus; dueFrom?: string; dueTo?: string; supplier?: string };

const table = 'payable';

/** The order of payables: the earliest due date first. */
const firstDueFirst: SortOrder = { due_date: 'asc', id: 'asc' };

/**
 * One page of what the company owes in an environment, the earliest due date first, and exactly how many match. `em` sees one company
 * (`inCompany`).
 *
 * @throws DomainError `validation_error` for days that end before they begin
 */
export async function findPayables(
  em: EntityManager,
  environment: Environment,
  query: PayableQuery,
  page: Page,
): Promise<{ payables: Payable[]; total: number }> {
  const asked = narrowingOf(environment, query);
  const { ids, total } = await pageOfIds(em, asked, rowRangeOf(page));
  return { payables: await inTheirOrder(em, ids), total };
}

/** Runs a piece of work in a transaction of the company. */
export type InTransaction = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;

/** How many rows are read in one transaction, so that a slow reader of the file holds no connection between two of them. */
const together = 500;

/**
 * Every payable that a query matches, in the order of the list, some at a time. The columns of that order never change, so that a payment made
 * meanwhile neither repeats nor hides a row.
 *
 * @throws DomainError as `findPayables`, before anything is read
 */
export function everyPayable(
  reading: InTransaction,
  environment: Environment,
  query: PayableQuery,
): AsyncGenerator<Payable[], void, undefined> {
  return walkAll(reading, narrowingOf(environment, query));
}

async function* walkAll(reading: InTransaction, asked: Narrowing): AsyncGenerator<Payable[], void, undefined> {
  if (asked.pattern !== null) {
    const { ids } = await reading((em) => pageOfIds(em, asked, wholeList));
    for (let at = 0; at < ids.length; at += together)
      yield await reading((em) => inTheirOrder(em, ids.slice(at, at + together)));
    return;
  }
  const list = { table, order: firstDueFirst, parts: [partOf(asked, asked.supplier)] };
  for (let cursor: string[] | undefined; ;) {
    const from = { limit: together, ...(cursor ? { cursor } : {}) };
    const { steps, payables } = await reading(async (em) => {
      const steps = await rowsAfter(em, list, from);
      return { steps, payables: await inTheirOrder(em, idsIn(steps)) };
    });
    if (payables.length > 0) yield payables;
    if (steps.length < together) return;
    cursor = steps.at(-1)?.cursor;
  }
}

const idsIn = (steps: WalkStep[]): string[] => steps.map(({ id }) => id);

async function inTheirOrder(em: EntityManager, ids: string[]): Promise<Payable[]> {
  return ids.length === 0 ? [] : inOrderOf(ids, await em.find(Payable, { id: { $in: ids } }));
}

type PayableFilters = { environment: Environment; status: PayableStatus | undefined; days: Days };

/** A query in terms of the table; of a supplier either the whole tax id, or a pattern. */
type Narrowing = PayableFilters & { supplier: string | undefined; pattern: string | null };

function narrowingOf(environment: Environment, query: PayableQuery): Narrowing {
  const { status, dueFrom: from, dueTo: to, supplier = '' } = query;
  refuseAny(checkDays({ from, to }, { from: 'dueFrom', to: 'dueTo' }));
  const taxId = plainTaxId(supplier);
  const pattern = taxIdKind(taxId) === null ? searchPattern(plainDocument(supplier), 'supplier') : null;
  return { environment, status, days: knownDays({ from, to }), supplier: taxId || undefined, pattern };
}

async function pageOfIds(
  em: EntityManager,
  asked: Narrowing,
  range: RowRange,
): Promise<{ ids: string[]; total: number }> {
  if (asked.pattern !== null) {
    const { environment, status = null, days, pattern } = asked;
    return searchedPage(em, table, pattern, range, [environment, status, days.from ?? null, days.to ?? null]);
  }
  const list = await payableList(em, asked, asked.supplier);
  return { ids: await idsOfPage(em, list, range), total: list.total };
}

/** The list of payables for a query without a search. @param supplier a whole tax id */
async function payableList(em: EntityManager, asked: PayableFilters, supplier?: string): Promise<CountedList> {
  const part = partOf(asked, supplier);
  const total = supplier === undefined ? await talliedIn(em, asked) : await countRows(em, table, part);
  return { table, order: firstDueFirst, parts: [part], total };
}

/** How many rows match: whole months from the counts of the database, a part of a month by counting. */
async function talliedIn(em: EntityManager, asked: PayableFilters): Promise<number> {
  const { environment, status, days } = asked;
  const kinds = await talliedKinds(em, table, { environment, status }, ['due_month']);
  let total = 0;
  for (const [month, counts] of Map.groupBy(kinds, ({ facets }) => String(facets.due_month))) {
    const share = coverageOf(month, days);
    if (share === 'ALL') total += sumOf(counts);
    if (share === 'PART') total += await countRows(em, table, partOf({ ...asked, days: daysWithin(month, days) }));
  }
  return total;
}

function partOf({ environment, status, days: { from, to } }: PayableFilters, supplier?: string): RowCondition {
  const where = (condition: string, value: string | undefined): RowCondition[] =>
    value === undefined ? [] : [{ where: condition, values: [value] }];
  return rowsMatchingAll(
    { where: 'environment = ?', values: [environment] },
    ...where('status = ?', status),
    ...where('supplier_tax_id = ?', supplier),
    ...where('due_date >= ?', from),
    ...where('due_date <= ?', to),
  );
}
