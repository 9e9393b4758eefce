import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../../../domain/clients/client.entity.ts';
import { Company, CompanyCsc } from '../../../../domain/companies/company.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { Event } from '../../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { cpfOf } from '../../../support/samples/tax-ids.ts';
import { endEmission, type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { item, sale, shopSettings, startApi, type TestApi } from '../../fixture.ts';
import { service, serviceSettings } from '../../service.ts';
import { issuesOf, newStore, pathsOf, type Store, withoutId } from '../../store.ts';

let temporal: TestTemporal;
let api: TestApi;
let store: Store;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  store = await newStore(api);
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

type Changes = Record<string, unknown>;
/** What is wrong, the changes to the sale, the code of the refusal, and the fields in it. */
type Wrong = readonly [what: string, changes: Changes, code: string, paths: string[]];

/** Sales that can be drafts but not be issued: taxes, settings or another day could mend them. */
const unissuable: Wrong[] = [
  ['a CST of the other regime', { items: [item({ icmsSituation: '102' })] }, 'invalid_taxation', [at('icmsSituation')]],
  ['substitution without its rate', { items: [item({ icmsSituation: '10' })] }, 'invalid_taxation', [at('icmsStRate')]],
  ['an NCM of 7 digits', { items: [item({ ncm: '1901209' })] }, 'invalid_taxation', [at('ncm')]],
  ['a CFOP of another way', { items: [item({ cfop: '6102' })] }, 'invalid_cfop', [at('cfop')]],
  ['a CFOP of returns', { items: [item({ cfop: '5201' })] }, 'invalid_cfop', [at('cfop')]],
  [
    'installments of the past',
    { duplicates: [{ dueDate: '2020-01-31', value: 100 }] },
    'validation_error',
    ['duplicates[0].dueDate'],
  ],
];

/** Sales that cannot even be drafts. */
const unkeepable: Wrong[] = [
  [
    'a wrong state registration',
    { client: buyer({ stateRegistration: '116881331119' }) },
    'validation_error',
    ['client.stateRegistration'],
  ],
  [
    'a neighborhood of one letter',
    { client: buyer({ neighborhood: 'X' }) },
    'validation_error',
    ['client.neighborhood'],
  ],
  ['an e-mail that is none', { client: buyer({ email: 'compras' }) }, 'validation_error', ['client.email']],
  ['a payment that is short', { payments: [{ method: 'PIX', value: '99.99' }] }, 'invalid_payments', ['payments']],
  [
    'installments that are short',
    { duplicates: [{ dueDate: '2035-01-31', value: 1 }] },
    'invalid_duplicates',
    ['duplicates'],
  ],
  [
    'an acquirer with wrong digits',
    { payments: [card({ acquirer: '01.027.058/0001-92' })] },
    'validation_error',
    ['payments[0].card.acquirer'],
  ],
];

describe.each([...unissuable, ...unkeepable])('%s', (_what, changes, code, paths) => {
  test('is refused by preview and creation alike, and nothing is kept', async () => {
    const { company, ...fresh } = await newStore(api);
    const previewed = await fresh.preview(changes);
    const created = await fresh.create({ ...changes, emit: true });
    expect(created.body).toMatchObject({ code });
    expect(pathsOf(created.body)).toEqual(expect.arrayContaining(paths));
    expect(withoutId(created)).toEqual(withoutId(previewed));
    expect(await kept(company)).toEqual({ documents: 0, clients: 0, events: 0, numbers: 0 });
  });
});

test.each(unissuable)(
  '%s is a warning of a draft and of a change, and refused by its emission',
  async (_what, changes) => {
    const { status, body } = await store.create(changes);
    expect({ status, document: body.status }).toEqual({ status: 201, document: 'DRAFT' });
    const warned = warningsOf(body);
    expect(warned).toEqual(issuesOf((await store.preview(changes)).body));
    expect(warned).not.toEqual([]);
    const path = `/v1/fiscal-documents/${String(body.id)}`;
    expect(warningsOf((await store.call('PATCH', path, { additionalInfo: 'Outra vez' })).body)).toEqual(warned);
    const emitted = await store.call('POST', `${path}/emit`);
    expect([400, 422]).toContain(emitted.status);
    expect(issuesOf(emitted.body)).toEqual(warned);
    expect(await store.stored(body.id)).toMatchObject({ status: 'DRAFT', attempt: 0, number: 0 });
  },
);

const addressParts = ['street', 'number', 'neighborhood', 'city', 'municipalityCode', 'zipCode'] as const;
/** The parts of an address that each layout requires: an NF-e needs no postal code, a DPS no name of the city. */
const wanted = {
  NFE: ['street', 'number', 'neighborhood', 'city', 'municipalityCode'],
  NFSE: ['street', 'number', 'neighborhood', 'municipalityCode', 'zipCode'],
} as const;

test.each(['NFE', 'NFSE'] as const)(
  'an %s to a client with any part of an address is kept as a draft, and issued once it is whole',
  async (type) => {
    const shop = await newStore(api, { settings: serviceSettings });
    const { client: buys, ...sold } = type === 'NFE' ? sale() : service();
    const whole: Changes = { ...(buys as Changes), stateRegistration: null };
    let buyers = 100_000_000;
    await fc.assert(
      fc.asyncProperty(fc.subarray([...addressParts], { maxLength: 5 }), async (left) => {
        const given = Object.fromEntries(addressParts.map((part) => [part, left.includes(part) ? whole[part] : null]));
        const missing = wanted[type].filter((part) => !left.includes(part)).map((part) => `client.${part}`);
        for (const isOnRecord of [false, true]) {
          const client = { ...whole, document: cpfOf((buyers += 1)), ...given };
          const clientId = isOnRecord ? await shop.client(client) : null;
          const body = { ...sold, ...(clientId ? { clientId } : { client }) };
          const draft = await shop.call('POST', '/v1/fiscal-documents', body);
          expect([draft.status, pathsOf({ issues: draft.body.warnings }).toSorted()]).toEqual([
            201,
            missing.toSorted(),
          ]);
          const at = `/v1/fiscal-documents/${String(draft.body.id)}`;
          if (missing.length > 0) {
            for (const { status, body: refused } of [
              await shop.call('POST', `${at}/emit`),
              await shop.call('POST', '/v1/fiscal-documents', { ...body, emit: true }),
            ]) {
              expect([status, pathsOf(refused).toSorted()]).toEqual([400, missing.toSorted()]);
            }
          }
          const completed = clientId
            ? await shop.call('PATCH', `/v1/clients/${clientId}`, { ...whole, document: client.document })
            : await shop.call('PATCH', at, { client: { ...whole, document: client.document } });
          expect(completed.status).toBe(200);
          const emitted = await shop.call('POST', `${at}/emit`);
          expect(emitted).toMatchObject({ status: 202 });
          await endEmission(temporal, draft.body.id);
        }
      }),
      { numRuns: 5, examples: [[['zipCode']], [['street', 'number', 'city']]] },
    );
  },
);

test.each(unkeepable)('%s is refused of a draft and of a change as well', async (_what, changes, code, paths) => {
  const draft = await store.create();
  const path = `/v1/fiscal-documents/${String(draft.body.id)}`;
  for (const { body } of [await store.create(changes), await store.call('PATCH', path, changes)]) {
    expect(body).toMatchObject({ code });
    expect(pathsOf(body)).toEqual(expect.arrayContaining(paths));
  }
});

test('faults of client, records, form, taxes and payments are reported at once, in one list everywhere', async () => {
  const changes = {
    client: buyer({ email: 'compras' }),
    items: [item({ cfop: '6102', icmsSituation: '10' }), item({ ncm: '1' })],
    payments: [{ method: 'OTHERS', value: '1.00' }],
    transport: { carrierId: crypto.randomUUID() },
  };
  const answers = [await store.preview(changes), await store.create({ ...changes, emit: true })];
  const [first] = answers;
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(answers.map(withoutId)).toEqual(answers.map(() => first && withoutId(first)));
  expect(pathsOf(first?.body ?? {})).toEqual(
    expect.arrayContaining([
      'client.email',
      at('cfop'),
      at('icmsStRate'),
      'items[1].ncm',
      'payments[0].description',
      'transport.carrierId',
    ]),
  );
});

describe('a company', () => {
  const ends = '2026-01-31T12:00:00Z';
  const consumerSettings = { ...shopSettings, series: { '55': 1, '65': 1 }, nfce: { qrCodeVersion: '2' as const } };
  const consumerSale = sale({
    type: 'NFCE',
    client: { name: 'Consumidor', document: '' },
    payments: [{ method: 'PIX', value: '100.00' }],
  });
  test.each([
    [
      'without a certificate',
      { certificateEnds: null },
      sale(),
      'certificate_missing',
      'company.certificate',
      'não tem certificado',
    ],
    [
      'with an expired certificate',
      { certificateEnds: ends },
      sale(),
      'certificate_missing',
      'company.certificate',
      '31/01/2026',
    ],
    ['without a series of NFC-e', {}, consumerSale, 'invalid_state', 'company.series', '--nfce-series'],
    [
      'without a series of NFS-e',
      { settings: { ...serviceSettings, nfse: null } },
      service(),
      'invalid_state',
      'company.series',
      '--nfse-series',
    ],
    [
      'without the CSC of its QR codes',
      { settings: consumerSettings },
      consumerSale,
      'invalid_state',
      'company.csc',
      'lavra company csc',
    ],
  ])('%s is reported before anything is issued', async (_what, options, body, code, path, words) => {
    const { company, call } = await newStore(api, { settings: shopSettings, ...options });
    const refusal = { status: 422, body: { code, issues: [{ code, path, message: expect.stringContaining(words) }] } };
    expect(await call('POST', '/v1/fiscal-documents', { ...body, emit: true })).toMatchObject(refusal);
    expect(await kept(company)).toEqual({ documents: 0, clients: 0, events: 0, numbers: 0 });
    const draft = await call('POST', '/v1/fiscal-documents', body);
    expect(draft).toMatchObject({ status: 201, body: { status: 'DRAFT', warnings: [{ code, path }] } });
    const at = `/v1/fiscal-documents/${String(draft.body.id)}`;
    expect(await call('PATCH', at, {})).toMatchObject({ status: 200, body: { warnings: [{ code, path }] } });
    expect(await call('POST', `${at}/emit`)).toMatchObject(refusal);
    expect(await call('POST', '/v1/fiscal-documents/preview', body)).toMatchObject({ status: 200 });
  });

  test('with that CSC in the other environment alone lacks it, and with its own it issues', async () => {
    const { company, call } = await newStore(api, { settings: consumerSettings });
    const issue = () => call('POST', '/v1/fiscal-documents', { ...consumerSale, emit: true });
    await csc(company, 'PRODUCTION');
    expect(await issue()).toMatchObject({ status: 422, body: { issues: [{ path: 'company.csc' }] } });
    await csc(company, 'HOMOLOGATION');
    const { status, body } = await issue();
    expect(status).toBe(201);
    await endEmission(temporal, body.id);
  });

  test('that lacks several things hears of all, beside what is wrong with the sale', async () => {
    const { call } = await newStore(api, { settings: shopSettings, certificateEnds: null });
    const { items } = { items: [item({ cfop: '6102' })] };
    const { status, body } = await call('POST', '/v1/fiscal-documents', { ...consumerSale, items, emit: true });
    expect(status).toBe(422);
    expect(pathsOf(body)).toEqual(expect.arrayContaining([at('cfop'), 'company.certificate', 'company.series']));
  });
});

test('after a refusal its Idempotency-Key makes the corrected document', async () => {
  const { key } = await newStore(api);
  const post = (changes: Changes) =>
    api.call('POST', '/v1/fiscal-documents', {
      ...{ key, body: sale({ ...changes, emit: true }) },
      headers: { 'idempotency-key': 'pedido-9' },
    });
  expect(await post({ items: [item({ cfop: '6102' })] })).toMatchObject({ status: 422 });
  const { status, body } = await post({});
  expect(status).toBe(201);
  await endEmission(temporal, body.id);
});

test('settings that were mended meanwhile let the draft be emitted', async () => {
  const { company, create, call } = await newStore(api, { settings: null });
  const { body } = await create();
  expect(warningsOf(body)).toMatchObject([{ path: '' }]);
  const emit = () => call('POST', `/v1/fiscal-documents/${String(body.id)}/emit`);
  expect(await emit()).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: company.id }, { settings: shopSettings });
  expect(await emit()).toMatchObject({ status: 202 });
  await endEmission(temporal, body.id);
});

function at(field: string): string {
  return `items[0].${field}`;
}

function buyer(changes: Changes): Changes {
  return { ...(sale().client as Changes), ...changes };
}

function card(changes: Changes): Changes {
  return { method: 'CREDIT_CARD', value: '100.00', card: { integration: 'STANDALONE', ...changes } };
}

function warningsOf(body: Changes) {
  return issuesOf({ issues: body.warnings });
}

/** A company's rows that a refusal must not change. */
async function kept({ id: company }: Company) {
  const em = acrossCompanies(api.orm);
  const [row] = await em.execute<{ count: string }[]>('select count(*) from number_series where company_id = ?', [
    company,
  ]);
  return {
    documents: await em.count(Document, { company }),
    clients: await em.count(Client, { company }),
    events: await em.count(Event, { company }),
    numbers: Number(row?.count),
  };
}

async function csc({ id: company }: Company, environment: 'PRODUCTION' | 'HOMOLOGATION'): Promise<void> {
  const em = acrossCompanies(api.orm);
  const sealed = { version: 1, masterKeyId: '', wrappedKey: '', data: '' } as const;
  em.create(CompanyCsc, { company, environment, cscId: '1', sealed });
  await em.flush();
}
