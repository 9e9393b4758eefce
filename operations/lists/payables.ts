import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { refuseAny } from '../../domain/faults.ts';
import { Payable, type PayableStatus } from '../../domain/received/payable.entity.ts';
import { plainTaxId, taxIdKind } from '../../domain/tax-id.ts';
import { checkDays, type Days, knownDays, coverageOf, daysWithin } from './days.ts';
import {
  allOf,
  countRows,
  type CountedList,
  idsOfPage,
  inOrderOf,
  type Order,
  type Part,
  type Window,
} from './ordered-list.ts';
import { type Page, windowOf } from './page.ts';
import { plainDocument, searchedPage, searchPattern } from './search.ts';
import { sumOf, talliedKinds } from './tally.ts';

/** What a list of payables may be narrowed to; `supplier` is a CNPJ or CPF, or part of it or of the name. */
export type PayableQuery = { status?: PayableStatus; dueFrom?: string; dueTo?: string; supplier?: string };

const table = 'payable';

/** What is due first comes first. */
const firstDueFirst: Order = { due_date: 'asc', id: 'asc' };

/**
 * One page of what the company owes in an environment, what is due first before the rest, and exactly how many match. `em` sees one company
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
  const { status, dueFrom: from, dueTo: to, supplier = '' } = query;
  refuseAny(checkDays({ from, to }, { from: 'dueFrom', to: 'dueTo' }));
  const window = windowOf(page);
  const asked = { environment, status, days: knownDays({ from, to }) };
  const { ids, total } = await pageOfIds(em, asked, supplier, window);
  const payables = ids.length === 0 ? [] : await em.find(Payable, { id: { $in: ids } });
  return { payables: inOrderOf(ids, payables), total };
}

type PayableFilters = { environment: Environment; status: PayableStatus | undefined; days: Days };

async function pageOfIds(
  em: EntityManager,
  asked: PayableFilters,
  supplier: string,
  window: Window,
): Promise<{ ids: string[]; total: number }> {
  const taxId = plainTaxId(supplier);
  const pattern = taxIdKind(taxId) === null ? searchPattern(plainDocument(supplier), 'supplier') : null;
  if (pattern !== null) {
    const { environment, status = null, days } = asked;
    return searchedPage(em, table, pattern, window, [environment, status, days.from ?? null, days.to ?? null]);
  }
  const list = await payableList(em, asked, taxId || undefined);
  return { ids: await idsOfPage(em, list, window), total: list.total };
}

/** The list of the payables that a query without a search asks for. @param supplier a whole tax id */
export async function payableList(em: EntityManager, asked: PayableFilters, supplier?: string): Promise<CountedList> {
  const part = partOf(asked, supplier);
  const total = supplier === undefined ? await talliedIn(em, asked) : await countRows(em, table, part);
  return { table, order: firstDueFirst, parts: [part], total };
}

/** Months are counted by the database; what is asked for of a month in part is counted here. */
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

function partOf({ environment, status, days: { from, to } }: PayableFilters, supplier?: string): Part {
  const where = (condition: string, value: string | undefined): Part[] =>
    value === undefined ? [] : [{ where: condition, values: [value] }];
  return allOf(
    { where: 'environment = ?', values: [environment] },
    ...where('status = ?', status),
    ...where('supplier_tax_id = ?', supplier),
    ...where('due_date >= ?', from),
    ...where('due_date <= ?', to),
  );
}
