import fc from 'fast-check';
import { DateTime } from 'luxon';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { supplierEventTypes } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import type { SupplierFilters } from '../../domain/webhooks/supplier-filters.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inTransaction } from '../../operations/outbox.ts';
import { tellDue } from '../../operations/supplier-events.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { emptyCompany, stored } from '../support/rows/lots.ts';
import { payableOf, receivedNote } from '../support/rows/received.ts';
import { entryOf, eventOf, keyOf, summaryOf, supplier, wholeOf } from '../support/samples/arrivals.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';

const every = Object.keys(supplierEventTypes);

let orm: Orm;
/** The databases of two workers, by their login. */
let workers: [Orm, Orm];
beforeAll(async () => {
  const url = await testDatabase();
  orm = await patientOrm(url);
  workers = [await patientOrm(byLogin(url, 'worker')), await patientOrm(byLogin(url, 'worker'))];
});
afterEach(async () => {
  const em = acrossCompanies(orm);
  await em.nativeDelete(WebhookDelivery, {});
  await em.nativeDelete(Event, {});
  await em.nativeDelete(WebhookEndpoint, {});
  await em.nativeDelete(Payable, {});
});
afterAll(() => Promise.all([orm?.close(), ...workers.map((worker) => worker.close())]));

const arrivals = {
  summary: (key: string) => summaryOf(key),
  cancelledSummary: (key: string) => summaryOf(key, { status: 'CANCELLED' }),
  whole: (key: string, taxId: string) => wholeOf(key, taxId),
  cancellation: (key: string) => eventOf(key, '110111'),
  again: (key: string, taxId: string) => wholeOf(key, taxId),
};
type Kind = keyof typeof arrivals;

test('whatever the order and the lots in which note and cancellation arrive, each event is reported once', async () => {
  const kinds = Object.keys(arrivals) as Kind[];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(kinds, { minLength: kinds.length }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }),
      async (order, sizes) => {
        const company = await emptyCompany(orm);
        const { id } = await newEndpoint(orm, { company }, { events: every });
        const entries = order.map((kind, at) => entryOf(at + 1, arrivals[kind](keyOf(1), company.taxId)));
        for (const size of sizes) await stored(orm, company, entries.splice(0, size));
        const once = (await toldOf(company)).filter(({ type }) => type !== 'RECEIVED_DOCUMENT_UPDATED');
        expect(once.map(({ type }) => type).toSorted()).toEqual([
          'PAYABLE_CREATED',
          'PAYABLE_CREATED',
          'RECEIVED_DOCUMENT_CREATED',
          'SUPPLIER_CANCELLED',
        ]);
        const deliveries = await acrossCompanies(orm).find(WebhookDelivery, { endpoint: id });
        expect(new Set(deliveries.map(({ event }) => event)).size).toBe(deliveries.length);
      },
    ),
    { numRuns: 12 },
  );
});

test('a cancellation says why, and what becomes of what the company owed; without a name nobody hears of it', async () => {
  const company = await emptyCompany(orm);
  await newEndpoint(orm, { company });
  const { id } = await newEndpoint(orm, { company }, { events: ['SUPPLIER_CANCELLED', 'PAYABLE_CREATED'] });
  const key = keyOf(2);
  await stored(orm, company, [entryOf(1, wholeOf(key, company.taxId))]);
  const { waiting } = await stored(orm, company, [entryOf(2, eventOf(key, '110111'))]);
  expect(waiting?.endpoints).toEqual(new Set([id]));
  const payables = await acrossCompanies(orm).find(Payable, { company: company.id }, { orderBy: { position: 'asc' } });
  const [first, second, cancelled] = await toldOf(company);
  expect([first, second].map((event) => event?.data).toSorted(byNumber)).toMatchObject([
    { id: payables[0]!.id, status: 'OPEN', number: '001', dueDate: '2026-12-20', amount: '150.00', supplier },
    { id: payables[1]!.id, receivedDocument: { accessKey: key, model: 'NFE', number: '2', series: '1' } },
  ]);
  expect(cancelled).toMatchObject({
    type: 'SUPPLIER_CANCELLED',
    data: {
      accessKey: key,
      status: 'CANCELLED',
      cancelledAt: '2026-11-21T09:00:00.000Z',
      cancellationReason: 'Pedido desfeito pelo cliente',
      payables: [
        { id: payables[0]!.id, status: 'CANCELLED', amount: '150.00', paidOn: null },
        { id: payables[1]!.id, status: 'CANCELLED' },
      ],
    },
  });
});

test('a note of which the company is no recipient is no supplier’s to cancel, and nothing is owed for it', async () => {
  const company = await emptyCompany(orm);
  await newEndpoint(orm, { company }, { events: every });
  const parties = { recipient: '12345678000195', carrier: company.taxId, authorized: [], intermediary: null };
  await stored(orm, company, [entryOf(1, wholeOf(keyOf(3), company.taxId, { parties }))]);
  await stored(orm, company, [entryOf(2, eventOf(keyOf(3), '110111'))]);
  expect((await toldOf(company)).map(({ type }) => type)).toEqual([
    'RECEIVED_DOCUMENT_CREATED',
    'RECEIVED_DOCUMENT_UPDATED',
  ]);
});

const all: SupplierFilters = { supplierTaxIds: [], models: [], minValue: null, maxValue: null };

test.each<[Partial<SupplierFilters>, string[]]>([
  [{ supplierTaxIds: [supplier.taxId] }, ['PAYABLE_CREATED', 'PAYABLE_CREATED', 'RECEIVED_DOCUMENT_CREATED']],
  [{ supplierTaxIds: ['12345678000195'] }, []],
  [{ models: ['NFE'], minValue: '300.00' }, ['RECEIVED_DOCUMENT_CREATED']],
  [{ maxValue: '150.00' }, ['PAYABLE_CREATED', 'PAYABLE_CREATED']],
  [{ models: ['NFSE'] }, []],
  [{ minValue: '150.01', maxValue: '299.99' }, []],
])('filters let through what matches all of them: %j', async (filters, types) => {
  const company = await emptyCompany(orm);
  await newEndpoint(orm, { company }, { events: every, filters: { ...all, ...filters } });
  await stored(orm, company, [entryOf(1, wholeOf(keyOf(4), company.taxId))]);
  expect((await toldOf(company)).map(({ type }) => type).toSorted()).toEqual(types);
});

test('a payable is reported on each of the days that the endpoint says, once each, whoever looks at the same time', async () => {
  const company = await inState('AC');
  const own = await newEndpoint(orm, { company }, { events: ['PAYABLE_DUE'], dueDaysBefore: [7, 0] });
  const other = await newEndpoint(orm, { company }, { events: ['PAYABLE_DUE'] });
  const payable = await owed(company, '2026-12-20');
  const hours: Record<string, number[]> = {};
  // Acre is two hours behind Brasília: its days begin at 05:00 UTC.
  for (
    let at = DateTime.fromISO('2026-12-10T00:30:00Z');
    at < DateTime.fromISO('2027-01-05T00:00:00Z');
    at = at.plus({ hours: 6 })
  ) {
    const told = await Promise.all(workers.map((worker) => due(worker, at.toJSDate())));
    const heard = told.flat();
    if (heard.length > 0)
      hours[at.toUTC().toISO() ?? ''] = heard.map((id) => [own.id, other.id].indexOf(id)).toSorted();
  }
  expect(hours).toEqual({ '2026-12-13T06:30:00.000Z': [0], '2026-12-20T06:30:00.000Z': [0, 1] });
  expect((await toldOf(company)).map(({ data }) => [data['id'], data['daysBefore'], data['daysLeft']])).toEqual([
    [payable.id, 7, 7],
    [payable.id, 0, 0],
  ]);
});

test('what comes to be known late is reported at once by its nearest day, until a week after; what is settled is not', async () => {
  const company = await inState('SP');
  await newEndpoint(orm, { company }, { events: ['PAYABLE_DUE'], dueDaysBefore: [10, 3] });
  const ten = await newEndpoint(orm, { company }, { events: ['PAYABLE_DUE'], dueDaysBefore: [10] });
  const now = new Date('2026-12-20T12:00:00Z');
  const soon = await owed(company, '2026-12-25');
  const past = await owed(company, '2026-12-18');
  for (const status of ['PAID', 'CANCELLED', 'REVIEW'] as const) await owed(company, '2026-12-22', { status });
  await owed(company, '2026-12-31');
  await owed(company, '2026-12-10');
  await due(workers[0], now);
  const told = await toldOf(company);
  expect(told.map(({ data }) => [data['id'], data['daysBefore'], data['daysLeft']]).toSorted()).toEqual(
    [
      [soon.id, 10, 5],
      [past.id, 3, -2],
    ].toSorted(),
  );
  const [only] = await acrossCompanies(orm).find(WebhookDelivery, { endpoint: ten.id });
  expect(only?.event).toBe(told.find(({ data }) => data['id'] === soon.id)?.id);
  expect(await due(workers[1], now)).toEqual([]);
});

test('nobody hears of payables of another environment, of an inactive company or by an inactive endpoint', async () => {
  const [other, inactive, deaf] = [await inState('SP'), await inState('SP'), await inState('SP')];
  for (const company of [other, inactive]) await newEndpoint(orm, { company }, { events: ['PAYABLE_DUE'] });
  await newEndpoint(orm, { company: deaf }, { events: ['PAYABLE_DUE'], isActive: false });
  await owed(other, '2026-12-20', {
    environment: other.environment === 'PRODUCTION' ? 'HOMOLOGATION' : 'PRODUCTION',
  });
  for (const company of [inactive, deaf]) await owed(company, '2026-12-20');
  await acrossCompanies(orm).execute('update company set is_active = false where id = ?', [inactive.id]);
  expect(await due(workers[0], new Date('2026-12-20T12:00:00Z'))).toEqual([]);
});

/** The events about a company, in the order in which they were written. */
function toldOf({ id: company }: Company): Promise<Event[]> {
  return acrossCompanies(orm).find(Event, { company }, { orderBy: { createdAt: 'asc' } });
}

/** A company whose days are those of a state's time zone. */
async function inState(state: string): Promise<Company> {
  const company = await emptyCompany(orm);
  await acrossCompanies(orm).execute(
    `update company set settings = jsonb_set(settings, '{address,state}', to_jsonb(?::text)) where id = ?`,
    [state, company.id],
  );
  return company;
}

async function owed(
  company: Company,
  dueDate: string,
  changes: Parameters<typeof payableOf>[2] = {},
): Promise<Payable> {
  const accessKey = String(Math.random()).slice(2).padEnd(44, '0');
  return payableOf(orm, await receivedNote(orm, company, { accessKey }), { dueDate, ...changes });
}

/** One round of a worker. @returns the endpoints that get an event */
function due(worker: Orm, now: Date): Promise<string[]> {
  return inTransaction(
    acrossCompanies(worker),
    async () => {},
    async (tx) => {
      await tellDue(tx, now);
      return [...tx.endpoints];
    },
  );
}

const byNumber = (a: Record<string, unknown> | undefined, b: Record<string, unknown> | undefined): number =>
  String(a?.['number']).localeCompare(String(b?.['number']));
