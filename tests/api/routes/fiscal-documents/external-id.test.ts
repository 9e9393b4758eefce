import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanySettings } from '../../../../domain/companies/settings.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { Inutilization } from '../../../../domain/documents/inutilization.entity.ts';
import { holdSale } from '../../../../operations/documents/external-id.ts';
import { acrossCompanies, inCompany } from '../../../../operations/in-company.ts';
import { locksWaitedFor, openedBy } from '../../../operations/lists/open-transaction.ts';
import { until } from '../../../support/checks/until.ts';
import { type Answer, newCompany, sale, shopSettings, startApi, type TestApi } from '../../fixture.ts';
import { becomes } from './documents.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const told = expect.objectContaining({ code: 'duplicate_external_id', path: 'externalId' });

test('a second document of a sale is made, and tells of the first', async () => {
  const shop = await newShop();
  const first = await shop.create('v-1');
  expect(first.body.warnings).toEqual([]);
  const second = await shop.create('v-1');
  expect([second.status, second.body.warnings]).toEqual([201, [told]]);
  expect(JSON.stringify(second.body.warnings)).toContain(String(first.body.id));
  expect((await shop.create('v-2')).body.warnings).toEqual([]);
  expect((await shop.create(null)).body.warnings).toEqual([]);
  expect((await shop.create(null)).body.warnings).toEqual([]);
  const { status, body } = await shop.create('v-1', { emit: true });
  expect([status, body.status, body.warnings]).toEqual([201, 'PROCESSING', [told]]);
});

test('where the company wants one document for a sale, a second is refused with the id of the first, draft or not', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  const { body: first } = await shop.create('v-1');
  for (const emit of [false, true]) {
    const { status, body } = await shop.create('v-1', { emit });
    expect([status, body.code, body.issues]).toEqual([409, 'duplicate_external_id', [told]]);
    expect(body.message).toContain(String(first.id));
  }
  expect(await shop.count()).toBe(1);
  expect((await (await newShop({ uniqueExternalId: true })).create('v-1')).status).toBe(201);
});

test('of many creations of one sale at once one wins, and all others name it', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  await shop.create('v-0'); // from now on its client is a record, so that no request waits for another that creates it
  const answers = await Promise.all(Array.from({ length: 12 }, () => shop.create('v-1')));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
    expect([status, body.code]).toEqual([409, 'duplicate_external_id']);
    expect(body.message).toContain(String(made[0]?.body.id));
  }
  expect(await shop.count()).toBe(2);
});

test('a creation waits for another of the same sale that is not committed yet, and one of another sale does not', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  await shop.create('v-0');
  const sale = { company: shop.acting, environment: 'PRODUCTION', externalId: 'v-1' } as const;
  const first = await openedBy(
    (work) => inCompany(api.orm, shop.company, work),
    async (em) => {
      await holdSale(em, sale);
      await em.execute(copied, ['v-1', shop.company]);
    },
  );
  const second = shop.create('v-1');
  let answered = false;
  void second.then(() => (answered = true));
  await until('the second waits', async () => answered || (await locksWaitedFor(api.orm)) > 0);
  expect((await shop.create('v-2')).status).toBe(201);
  await first.commit();
  expect(await second).toMatchObject({ status: 409, body: { code: 'duplicate_external_id' } });
});

test('a repeated request is not a second document, also where all come at once', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  const headers = { 'Idempotency-Key': 'venda-1' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.create('v-1', {}, headers)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 7 }, () => 200), 201]);
  const again = await shop.create('v-1', {}, headers);
  expect([again.status, again.body.warnings]).toEqual([200, []]);
});

test('a sale is free again once its document is cancelled, removed, or rejected with its number declared unused', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  const em = acrossCompanies(api.orm);
  const { body: cancelled } = await shop.create('v-1');
  await becomes(api.orm, cancelled.id, 'CANCELLED');
  const { status, body: removed } = await shop.create('v-1');
  expect(status).toBe(201);
  await shop.call('DELETE', `/v1/fiscal-documents/${String(removed.id)}`);
  const { body: rejected } = await shop.create('v-1');
  await becomes(api.orm, rejected.id, 'REJECTED');
  expect((await shop.create('v-1')).status).toBe(409);
  const { number } = await em.findOneOrFail(Document, { id: String(rejected.id) });
  const range = { environment: 'PRODUCTION', model: '55', series: 1, startNumber: number, endNumber: number } as const;
  const unused = em.create(Inutilization, {
    ...{ ...range, company: shop.company, year: '26', justification: 'venda desfeita', status: 'PENDING' },
  });
  await em.flush();
  expect((await shop.create('v-1')).status).toBe(409);
  unused.status = 'AUTHORIZED';
  await em.flush();
  expect((await shop.create('v-1')).status).toBe(201);
});

test('the other environment has its own sales', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  await shop.create('v-1');
  await acrossCompanies(api.orm).execute(`update document set environment = 'HOMOLOGATION' where company_id = ?`, [
    shop.company,
  ]);
  expect((await shop.create('v-1')).status).toBe(201);
});

test('a change that names the sale of another document is refused or reported as a creation is, and others are left alone', async () => {
  const shop = await newShop({ uniqueExternalId: true });
  await shop.create('v-1');
  const { body: second } = await shop.create('v-2');
  const change = (body: unknown): Promise<Answer> =>
    shop.call('PATCH', `/v1/fiscal-documents/${String(second.id)}`, { body });
  expect(await change({ externalId: 'v-1' })).toMatchObject({ status: 409, body: { code: 'duplicate_external_id' } });
  expect(await change({ externalId: 'v-2' })).toMatchObject({ status: 200, body: { warnings: [] } });
  expect(await change({ externalId: 'v-3' })).toMatchObject({ status: 200, body: { externalId: 'v-3' } });
  await acrossCompanies(api.orm).execute(`update document set external_id = 'v-1' where id = ?`, [String(second.id)]);
  // Duplicates from before the company demanded unique ids can still be changed.
  expect(await change({ additionalInfo: 'Obrigado' })).toMatchObject({ status: 200, body: { warnings: [told] } });

  const lenient = await newShop();
  await lenient.create('v-1');
  const { body: other } = await lenient.create('v-2');
  const changed = await lenient.call('PATCH', `/v1/fiscal-documents/${String(other.id)}`, {
    body: { externalId: 'v-1' },
  });
  expect(changed).toMatchObject({ status: 200, body: { externalId: 'v-1', warnings: [told] } });
});

/** Copies the newest document as another sale. */
const copied = `
  insert into document (id, company_id, type, environment, external_id, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at)
  select uuidv7(), company_id, type, environment, ?, total_value, now(), client_snapshot, payload, now(), now()
  from document where company_id = ? order by id desc limit 1`;

type Shop = {
  company: string;
  acting: { id: string; settings: CompanySettings };
  create: (externalId: string | null, more?: object, headers?: Record<string, string>) => Promise<Answer>;
  call: (method: string, path: string, options?: { body?: unknown }) => Promise<Answer>;
  count: () => Promise<number>;
};

async function newShop(settings: { uniqueExternalId?: boolean } = {}): Promise<Shop> {
  const wanted = { ...shopSettings, ...settings };
  const { key, company } = await newCompany(api.orm, { environment: 'PRODUCTION', settings: wanted });
  const call: Shop['call'] = (method, path, options = {}) => api.call(method, path, { key, ...options });
  return {
    company: company.id,
    acting: { id: company.id, settings: wanted },
    create: (externalId, more = {}, headers = {}) =>
      api.call('POST', '/v1/fiscal-documents', { key, headers, body: sale({ externalId, ...more }) }),
    call,
    count: () => acrossCompanies(api.orm).count(Document, { company: company.id }),
  };
}
