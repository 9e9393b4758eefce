import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { Payable, payableStatuses } from '../../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { findPayables, type PayableQuery } from '../../../operations/lists/payables.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { givenRow, isFound, suppliers } from './received.ts';

const dueDates = ['2024-02-29', '2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01', '2027-02-28'];

let orm: Orm;
let company: string;
let plain: Payable[];
beforeAll(async () => {
  orm = await testOrm();
  company = await owing('11222333000181', 400);
  await owing('11444777000161', 50);
  plain = await acrossCompanies(orm).find(
    Payable,
    { company, environment: 'PRODUCTION' },
    { orderBy: { dueDate: 'asc', id: 'asc' } },
  );
});
afterAll(() => orm.close());

const queries: fc.Arbitrary<PayableQuery> = fc.record(
  {
    status: fc.constantFrom(...payableStatuses),
    dueFrom: fc.constantFrom(...dueDates, '0000-01-01', '2026-02-10'),
    dueTo: fc.constantFrom(...dueDates, '9999-12-31', '2026-11-20'),
    supplier: fc.constantFrom(
      ...suppliers.map(({ taxId }) => taxId),
      '',
      'padaria',
      'jo',
      'AGUA',
      '11.222',
      '100%',
      'x',
    ),
  },
  { requiredKeys: [] },
);

test('any filters, alone and together, list what a plain filter does, with the exact total', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { dueFrom = '', dueTo = '9999' } = query;
      fc.pre(dueFrom <= dueTo);
      await isListed(query);
    }),
    { numRuns: 150, examples: [[{}], ...dueDates.map((day): [PayableQuery] => [{ dueFrom: day, dueTo: day }])] },
  );
});

async function isListed(query: PayableQuery): Promise<void> {
  const whole = plain.filter((row) => isAsked(row, query)).map(({ id }) => id);
  for (const [page, pageSize] of [
    [1, 20],
    [Math.max(1, Math.ceil(whole.length / 14)), 7],
    [Math.max(1, Math.ceil(whole.length / 7)), 7],
    [1_000_000_000, 100],
  ] as const) {
    const { payables, total } = await inCompany(orm, company, (em) =>
      findPayables(em, 'PRODUCTION', query, { page, pageSize }),
    );
    const from = (page - 1) * pageSize;
    expect({ query, page, total }).toEqual({ query, page, total: whole.length });
    expect(payables.map(({ id }) => id)).toEqual(whole.slice(from, from + pageSize));
  }
}

function isAsked(row: Payable, { status, dueFrom = '', dueTo = '9999', supplier = '' }: PayableQuery): boolean {
  return (
    row.status === (status ?? row.status) &&
    row.dueDate >= dueFrom &&
    row.dueDate <= dueTo &&
    isFound(supplier, [row.supplierName, row.supplierTaxId])
  );
}

/** A company with so many received notes, each with a payable. */
async function owing(taxId: string, size: number): Promise<string> {
  const em = acrossCompanies(orm);
  const { id } = em.create(Company, { taxId, name: 'Padaria', environment: 'PRODUCTION', settings: null });
  await em.flush();
  for (let place = 0; place < size; place += 1) {
    const note = em.create(
      ReceivedDocument,
      givenRow(id, place, (count) => (place * 7) % count),
    );
    const { environment, issuerTaxId, issuerName } = note;
    em.create(Payable, {
      ...{ company: id, environment, receivedDocument: note.id, position: 1, amount: '10.00' },
      dueDate: dueDates[(place * 5) % dueDates.length] ?? '',
      status: payableStatuses[place % payableStatuses.length] ?? 'OPEN',
      supplierTaxId: issuerTaxId ?? '',
      supplierName: issuerName ?? '',
    });
  }
  await em.flush();
  return id;
}
