import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import type { Payable } from '../../../domain/received/payable.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { settlePayables } from '../../../operations/received/pay.ts';
import { payableOf } from '../../support/rows/received.ts';
import { type Answer, newCompany, startApi, type TestApi } from '../fixture.ts';
import { note } from './received-desk.ts';

let api: TestApi;
let company: Company;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ company, key } = await newCompany(api.orm));
});
afterAll(() => api.close());

const list = '/v1/payables';
const today = (): string => brasiliaDay(new Date());
const tomorrow = (): string => brasiliaDay(new Date(Date.now() + 86_400_000));

test('a payable is shown with its note and supplier', async () => {
  const { note, payable } = await owed({ number: '001' });
  const { status, body } = await call('GET', `/${payable.id}`);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      id: payable.id,
      status: 'OPEN',
      number: '001',
      dueDate: '2026-12-21',
      amount: '150.00',
      paidOn: null,
      supplier: { taxId: '11222333000181', name: 'Lavra Demonstração Ltda' },
      receivedDocument: { id: note.id, accessKey: note.accessKey, model: 'NFE', number: null, series: null },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  });
});

test('a payment is today unless its day is sent, and the same again changes nothing', async () => {
  const { payable } = await owed();
  const first = await pay(payable);
  expect(first).toMatchObject({ status: 200, body: { status: 'PAID', paidOn: today() } });
  expect((await pay(payable)).body).toEqual(first.body);
  expect((await pay(payable, { paidOn: null })).body).toEqual(first.body);
  expect((await pay(payable, { paidOn: '2026-11-01' })).body).toMatchObject({ status: 'PAID', paidOn: '2026-11-01' });
  expect((await pay(payable)).body).toMatchObject({ paidOn: '2026-11-01' });
  expect((await pay(payable, { paidOn: '2026-11-01' })).body).toMatchObject({ status: 'PAID', paidOn: '2026-11-01' });
});

test('a payment can be taken back, as often as it is asked', async () => {
  const { payable } = await owed();
  await pay(payable);
  for (let round = 0; round < 2; round += 1) {
    expect(await unpay(payable)).toMatchObject({ status: 200, body: { status: 'OPEN', paidOn: null } });
  }
});

test('what was paid before its note was cancelled is to be reviewed, and without its payment it is cancelled', async () => {
  const { note, payable } = await owed();
  await pay(payable);
  await cancel(note.id);
  expect((await call('GET', `/${payable.id}`)).body).toMatchObject({ status: 'REVIEW', paidOn: today() });
  expect((await pay(payable, { paidOn: '2026-11-02' })).body).toMatchObject({ status: 'REVIEW', paidOn: '2026-11-02' });
  expect((await unpay(payable)).body).toMatchObject({ status: 'CANCELLED', paidOn: null });
  expect(await pay(payable)).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  expect((await unpay(payable)).body).toMatchObject({ status: 'CANCELLED', paidOn: null });
});

test('a payable that is cancelled as soon as it is made was not changed before it was made', async () => {
  const refused = await note(api.orm, company, { manifestation: 'DESCONHECIDA' });
  const id = await acrossCompanies(api.orm).transactional(async (em) => {
    const payable = await payableOf(api.orm, refused);
    await settlePayables(em, [refused.id]);
    return payable.id;
  });
  const { body } = await call('GET', `/${id}`);
  expect(body.status).toBe('CANCELLED');
  expect(Date.parse(String(body.updatedAt))).toBeGreaterThanOrEqual(Date.parse(String(body.createdAt)));
});

test('of a payment and a cancellation at the same moment, both are kept', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { note, payable } = await owed();
    const [paid] = await Promise.all([pay(payable), cancel(note.id)]);
    const { body } = await call('GET', `/${payable.id}`);
    expect(body).toMatchObject(paid.status === 200 ? { status: 'REVIEW' } : { status: 'CANCELLED', paidOn: null });
  }
});

test.each([
  [{ paidOn: tomorrow() }, 'paidOn'],
  [{ paidOn: '2026-02-30' }, 'paidOn'],
  [{ paidOn: '0000-01-01' }, 'paidOn'],
  [{ paidOn: '2005-12-31' }, 'paidOn'],
  [{ paidOn: 20261101 }, 'paidOn'],
  [{ paidAt: '2026-11-01' }, 'paidAt'],
])('the payment %j is 400, and nothing is paid', async (body, path) => {
  const { payable } = await owed();
  expect(await pay(payable, body)).toMatchObject({
    status: 400,
    body: { code: 'validation_error', issues: [{ path }] },
  });
  expect((await call('GET', `/${payable.id}`)).body).toMatchObject({ status: 'OPEN' });
});

test('another company’s payable, or none, is 404 to every method, and its list is empty', async () => {
  const { payable } = await owed();
  const { key: stranger } = await newCompany(api.orm);
  for (const id of [payable.id, randomUUID(), '1']) {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/payment'],
      ['DELETE', '/payment'],
    ] as const) {
      const answer = await api.call(method, `${list}/${id}${path}`, { key: stranger });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  }
  expect((await api.call('GET', list, { key: stranger })).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('reading asks for received-documents:read, paying for received-documents:write', async () => {
  const { key: reader } = await newCompany(api.orm, { scopes: ['received-documents:read'] });
  const { key: writer } = await newCompany(api.orm, { scopes: ['received-documents:write'] });
  const statuses = async (key: string) => [
    (await api.call('GET', list, { key })).status,
    (await api.call('GET', `${list}/1`, { key })).status,
    (await api.call('POST', `${list}/1/payment`, { key })).status,
    (await api.call('DELETE', `${list}/1/payment`, { key })).status,
  ];
  expect(await statuses(reader)).toEqual([200, 404, 403, 403]);
  expect(await statuses(writer)).toEqual([403, 403, 404, 404]);
});

test.each([
  ['dueFrom=2026-11-02&dueTo=2026-11-01', 'dueTo'],
  ['dueFrom=ontem', 'dueFrom'],
  ['status=LATE', 'status'],
  [`supplier=${'a'.repeat(101)}`, 'supplier'],
  ['supplier=%00', 'supplier'],
  ['page=0', 'page'],
])('%s is 400 and names the filter', async (query, path) => {
  const { status, body } = await call('GET', `?${query}`);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'validation_error', issues: [{ path }] } });
});

async function owed(changes: Parameters<typeof payableOf>[2] = {}) {
  const received = await note(api.orm, company);
  return { note: received, payable: await payableOf(api.orm, received, changes) };
}

/** Cancels a note as the arrival of its supplier's event does. */
function cancel(id: string): Promise<void> {
  return acrossCompanies(api.orm).transactional(async (em) => {
    await em.execute(`update received_document set status = 'CANCELLED' where id = ?`, [id]);
    await settlePayables(em, [id]);
  });
}

function call(method: string, path: string, body?: unknown): Promise<Answer> {
  return api.call(method, `${list}${path}`, { key, ...(body === undefined ? {} : { body }) });
}

function pay({ id }: Payable, body?: unknown): Promise<Answer> {
  return call('POST', `/${id}/payment`, body);
}

function unpay({ id }: Payable): Promise<Answer> {
  return call('DELETE', `/${id}/payment`);
}
