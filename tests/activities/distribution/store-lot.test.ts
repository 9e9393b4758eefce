import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Payable } from '../../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../../domain/received/received-file.entity.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { entryOf, eventOf, keyOf, summaryOf, wholeOf } from '../../support/samples/arrivals.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { emptyCompany, stored } from '../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

test('whatever the order and the lots in which versions, events and manifestations come, the rows end alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 12, maxLength: 12 }),
      async (cases, sizes) => {
        const outcomes: unknown[] = [];
        for (const order of [cases, cases.toReversed(), shuffled(cases)]) {
          const receiver = await emptyCompany(orm);
          const entries = order.map((one) => entryOf(one.nsu, arrivalOf(one, receiver.taxId)));
          for (const size of sizes) await stored(orm, receiver, entries.splice(0, size));
          outcomes.push(await rowsOf(receiver));
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
        expect(outcomes[2]).toEqual(outcomes[0]);
      },
    ),
    { numRuns: 15 },
  );
});

test('the complete XML takes the place of the summary in the same row, both files are kept, and what is owed stands', async () => {
  const company = await emptyCompany(orm);
  const key = keyOf(1);
  await stored(orm, company, [entryOf(1, summaryOf(key))]);
  const [summary] = await notesOf(company);
  await stored(orm, company, [entryOf(2, wholeOf(key, company.taxId)), entryOf(3, summaryOf(key))]);
  const [whole] = await notesOf(company);
  expect(whole).toMatchObject({
    id: summary!.id,
    schemaType: 'PROC_NFE',
    hasFullXml: true,
    nsu: 2n,
    role: 'RECIPIENT',
  });
  const em = acrossCompanies(orm);
  const files = await em.find(ReceivedFile, { receivedDocument: whole!.id }, { orderBy: { nsu: 'asc' } });
  expect(files.map(({ nsu, schemaType }) => [nsu, schemaType])).toEqual([
    [1n, 'RES_NFE'],
    [2n, 'PROC_NFE'],
    [3n, 'RES_NFE'],
  ]);
  const payables = await em.find(Payable, { receivedDocument: whole!.id }, { orderBy: { position: 'asc' } });
  expect(payables).toMatchObject([
    { number: '001', dueDate: '2026-12-20', amount: '150.00', status: 'OPEN', supplierTaxId: '11222333000181' },
    { number: '002', dueDate: '2027-01-20', amount: '150.00', status: 'OPEN' },
  ]);
});

test('a lot that is stored again changes nothing, and a file that another has the NSU of is reported', async () => {
  const company = await emptyCompany(orm);
  const entries = [entryOf(7, summaryOf(keyOf(7))), entryOf(8, eventOf(keyOf(7), '110110'))];
  expect(await stored(orm, company, entries)).toMatchObject({ stored: 2, unreadable: 0, clashes: [] });
  const before = await rowsOf(company);
  expect(await stored(orm, company, entries)).toMatchObject({ stored: 0, unreadable: 0, clashes: [] });
  expect(await rowsOf(company)).toEqual(before);
  const twice = [entryOf(9, summaryOf(keyOf(9))), entryOf(9, summaryOf(keyOf(9), { schemaType: 'NFSE' }))];
  expect(await stored(orm, company, twice)).toMatchObject({ stored: 1, unreadable: 0, clashes: [9n] });
  const late = [entryOf(7, summaryOf(keyOf(10))), entryOf(11, summaryOf(keyOf(11)))];
  expect(await stored(orm, company, late)).toMatchObject({ stored: 1, unreadable: 0, clashes: [7n] });
});

test.each([
  ['the supplier cancels', 'cancellation'],
  ['the company has refused elsewhere', 'unknown'],
] as const)('nothing is owed for a note that %s, whichever came first, in one lot or in two', async (_, what) => {
  for (const order of [
    ['whole', what],
    [what, 'whole'],
  ] as const) {
    for (const lotSize of [1, 2]) {
      const company = await emptyCompany(orm);
      const entries = order.map((what, at) =>
        entryOf(at + 1, arrivalOf({ nsu: at + 1, note: 1, what }, company.taxId)),
      );
      while (entries.length > 0) await stored(orm, company, entries.splice(0, lotSize));
      const payables = await acrossCompanies(orm).find(Payable, { company: company.id });
      expect(payables.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    }
  }
});

test('what cannot be read is kept as it came, with the reason', async () => {
  const company = await emptyCompany(orm);
  const bytes = Buffer.from('não é gzip');
  const broken = { nsu: 4n, schema: 'resFoo_v9.xsd', bytes, crc32: null, size: null, fault: 'O conteúdo não é gzip.' };
  expect(await stored(orm, company, [broken, entryOf(5, summaryOf(keyOf(5)))])).toMatchObject({
    stored: 2,
    unreadable: 1,
  });
  const [file] = await acrossCompanies(orm).find(
    ReceivedFile,
    { company: company.id, nsu: 4n },
    { populate: ['content'] },
  );
  expect(file).toMatchObject({ fault: 'O conteúdo não é gzip.', schema: 'resFoo_v9.xsd' });
  expect(Buffer.from(file!.content)).toEqual(bytes);
  expect(file!.receivedDocument ?? null).toBeNull();
});

test('own notes that come back are kept as files and are no received documents', async () => {
  const company = await emptyCompany(orm);
  const key = keyOf(3, company.taxId);
  const issuer = { taxId: company.taxId, name: company.name };
  await stored(orm, company, [
    entryOf(1, wholeOf(key, '12345678000195', { issuer })),
    entryOf(2, eventOf(key, '110111', { author: company.taxId })),
  ]);
  expect(await notesOf(company)).toEqual([]);
  expect(await acrossCompanies(orm).count(ReceivedFile, { company: company.id })).toBe(2);
});

test('an event of a received note is written only where the endpoint of an office listens', async () => {
  const [deaf, listening] = [await emptyCompany(orm), await emptyCompany(orm)];
  const { id: all } = await newEndpoint(orm, { company: deaf });
  const { office: accountant } = await newOffice(orm);
  await linkOf(orm, accountant, listening);
  const { id: office } = await newEndpoint(orm, { office: accountant });
  const key = keyOf(11);
  expect((await stored(orm, deaf, [entryOf(1, summaryOf(key))])).waiting).toBeNull();
  const { waiting } = await stored(orm, listening, [entryOf(1, summaryOf(key)), entryOf(2, eventOf(key, '110110'))]);
  expect(waiting?.endpoints).toEqual(new Set([office]));
  await stored(orm, listening, [entryOf(3, wholeOf(key, listening.taxId))]);
  await stored(orm, listening, [entryOf(4, eventOf(key, '110111'))]);
  const em = acrossCompanies(orm);
  expect(await em.count(WebhookDelivery, { endpoint: all })).toBe(0);
  const told = await em.find(Event, { company: [deaf.id, listening.id] }, { orderBy: { createdAt: 'asc' } });
  const [note] = await notesOf(listening);
  expect(told).toMatchObject([
    {
      type: 'RECEIVED_DOCUMENT_CREATED',
      data: { id: note!.id, schemaType: 'RES_NFE', model: 'NFE', status: 'AUTHORIZED', manifestation: null },
    },
    {
      type: 'RECEIVED_DOCUMENT_UPDATED',
      data: { id: note!.id, schemaType: 'PROC_NFE', accessKey: key, status: 'AUTHORIZED' },
    },
    { type: 'RECEIVED_DOCUMENT_UPDATED', data: { id: note!.id, accessKey: key, status: 'CANCELLED' } },
  ]);
  expect(told[2]!.data.updatedAt).toBe(note!.updatedAt.toISOString());
  expect(await em.count(WebhookDelivery, { endpoint: office })).toBe(3);
});

/** What arrives about one note, by number. */
type Case = { nsu: number; note: number; what: keyof typeof kinds };

const kinds = {
  summary: (key: string) => summaryOf(key),
  cancelledSummary: (key: string) => summaryOf(key, { status: 'CANCELLED' }),
  whole: (key: string, taxId: string) => wholeOf(key, taxId),
  cancellation: (key: string) => eventOf(key, '110111'),
  cancellationSummary: (key: string) => eventOf(key, '110111', { schemaType: 'RES_EVENTO', cStat: null }),
  letter: (key: string) => eventOf(key, '110110', { correction: 'Onde se lê A leia-se B', justification: null }),
  awareness: (key: string, author: string) =>
    eventOf(key, '210210', { author, occurredAt: new Date('2026-11-21T10:00:00Z') }),
  confirmed: (key: string, author: string) =>
    eventOf(key, '210200', { author, occurredAt: new Date('2026-11-21T11:00:00Z') }),
  unknown: (key: string, author: string) =>
    eventOf(key, '210220', { author, occurredAt: new Date('2026-11-21T12:00:00Z') }),
} as const;

const history: fc.Arbitrary<Case[]> = fc
  .array(
    fc.record({
      note: fc.integer({ min: 1, max: 3 }),
      what: fc.constantFrom(...(Object.keys(kinds) as Case['what'][])),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((cases) => cases.map((one, at) => ({ ...one, nsu: at + 1 })));

function arrivalOf({ note, what }: Case, taxId: string) {
  return kinds[what](keyOf(note), taxId);
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item, at) => ({ item, order: (at * 7919) % 13 }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

function notesOf({ id: company }: Company): Promise<ReceivedDocument[]> {
  return acrossCompanies(orm).find(ReceivedDocument, { company, eventCode: '' }, { orderBy: { accessKey: 'asc' } });
}

/** Everything that a company has received, without our ids and times. */
async function rowsOf({ id: company }: Company): Promise<unknown> {
  const em = acrossCompanies(orm);
  const rows = await em.find(
    ReceivedDocument,
    { company },
    { orderBy: { accessKey: 'asc', eventCode: 'asc', eventSequence: 'asc' } },
  );
  const keys = new Map(rows.map(({ id, accessKey }) => [id, accessKey]));
  const payables = await em.find(Payable, { company });
  const files = await em.find(ReceivedFile, { company }, { orderBy: { nsu: 'asc' } });
  return {
    rows: rows.map(
      ({
        accessKey,
        eventCode,
        schemaType,
        nsu,
        status,
        role,
        manifestation,
        hasFullXml,
        issuerName,
        eventText,
        emissionDate,
        totalValue,
      }) => ({
        accessKey,
        eventCode,
        schemaType,
        nsu,
        status,
        role,
        manifestation,
        hasFullXml,
        issuerName,
        eventText,
        emissionDate,
        totalValue,
      }),
    ),
    payables: payables
      .map(({ receivedDocument, position, amount, dueDate, status }) => ({
        key: keys.get(receivedDocument),
        position,
        amount,
        dueDate,
        status,
      }))
      .sort((a, b) => `${a.key}${a.position}`.localeCompare(`${b.key}${b.position}`)),
    files: files.map(({ nsu, receivedDocument }) => ({ nsu, key: keys.get(receivedDocument ?? '') })),
  };
}
