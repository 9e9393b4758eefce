import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { Emission } from '../../../../domain/documents/emission.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { authorizedCoupon, offline, signedCoupon } from '../../../domain/pages/coupon/authorized-coupon.ts';
import { signedIn } from '../../../domain/pages/danfe/contingent-notes.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { keyOf } from '../../../operations/lists/sold.ts';
import { newCompany, sale, shopSettings, startApi, type TestApi } from '../../fixture.ts';
import { becomes, procXml, signedXml } from './documents.ts';
import { issueInContingency, reason, registerEpec, replaceNote, since, transmitBy } from './in-contingency.ts';

let api: TestApi;
let temporal: TestTemporal;
let shop: Awaited<ReturnType<typeof newCompany>>;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client, printsHtml: true });
  shop = await newCompany(api.orm, { settings });
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

const path = '/v1/fiscal-documents';
const settings = { ...shopSettings, series: { '55': 1, '65': 7 } };
const told = { mode: 'OFFLINE', since: since.toISOString(), reason, transmitBy: transmitBy.toISOString() };

test('a document that is issued in contingency says so in the list and in its detail', async () => {
  const id = await draft();
  expect(await get(id)).toMatchObject({ contingency: null, pdfUrl: null, xmlUrl: null });
  const accessKey = await issueInContingency(api.orm, id);
  const shown = {
    ...{ id, status: 'PROCESSING', number: expect.any(Number), accessKey },
    contingency: { ...told, replaces: null },
    ...{ pdfUrl: `${path}/${id}/danfe`, xmlUrl: `${path}/${id}/xml` },
    waiting: expect.objectContaining({ kind: 'TRANSMISSION', until: transmitBy.toISOString() }),
  };
  expect(await get(id)).toMatchObject(shown);
  expect(await listed(id)).toMatchObject(shown);
});

test.each(['OFFLINE', 'EPEC'] as const)(
  'one issued by %s says from the first second that it is to be transmitted',
  async (mode) => {
    const id = await draft(mode === 'EPEC' ? 'NFE' : undefined);
    await issueInContingency(api.orm, id, { mode });
    if (mode === 'EPEC') await registerEpec(api.orm, id);
    const [from, until] = [new Date(), new Date(Date.now() + 86_400_000)];
    const waits = { waitingKind: 'TRANSMISSION', waitingSince: from, waitingUntil: until } as const;
    await acrossCompanies(api.orm).nativeUpdate(Document, { id }, waits);
    const waiting = expect.objectContaining({
      kind: 'TRANSMISSION',
      since: from.toISOString(),
      until: until.toISOString(),
    });
    expect(await get(id)).toMatchObject({ waiting });
    expect(await listed(id)).toMatchObject({ waiting });
    expect(await listed(id, '&waiting=true')).toMatchObject({ id });
    expect(await listed(id, '&waiting=false')).toBeUndefined();
  },
);

test('of the notes that it replaced it names the one that is open, else the newest', async () => {
  const id = await draft('NFE');
  await issueInContingency(api.orm, id, { mode: 'SVC' });
  const replaces = async () => {
    const [{ contingency }, row] = [await get(id), await listed(id)];
    expect(row).toMatchObject({ contingency });
    return (contingency as Record<string, unknown>)['replaces'];
  };
  const first = await replaceNote(api.orm, id, { attempt: 1, number: 41 });
  const open = { accessKey: first, series: 1, number: 41, status: 'OPEN', protocol: null };
  expect(await replaces()).toEqual(open);
  const second = await replaceNote(api.orm, id, { attempt: 2, number: 42, status: 'CANCELLED' });
  expect(await replaces()).toEqual(open);
  await acrossCompanies(api.orm).execute(
    `update replaced_note set status = 'GIVEN_UP', settled_at = now() where access_key = ?`,
    [first],
  );
  const cancelled = { accessKey: second, series: 1, number: 42, status: 'CANCELLED', protocol: '135260000000001' };
  expect(await replaces()).toEqual(cancelled);
});

test('what becomes of the note that it replaced is a change of the document', async () => {
  const id = await draft();
  await issueInContingency(api.orm, id);
  const accessKey = await replaceNote(api.orm, id, { attempt: 1, number: 43 });
  const round = `${path}?environment=ALL&changedSince=2026-01-01T00:00:00Z&pageSize=100`;
  const { body: whole } = await api.call('GET', round, { key: shop.key });
  const { nextCursor } = whole['meta'] as { nextCursor: string };
  const later = `${path}?environment=ALL&cursor=${nextCursor}`;
  expect((await api.call('GET', later, { key: shop.key })).body['data']).toEqual([]);
  await acrossCompanies(api.orm).execute(`update replaced_note set status = 'GIVEN_UP' where access_key = ?`, [
    accessKey,
  ]);
  const { body } = await api.call('GET', later, { key: shop.key });
  expect(body['data']).toMatchObject([{ id, contingency: { replaces: { accessKey, status: 'GIVEN_UP' } } }]);
});

test('the XML of a coupon is the signed note, until the authority has authorized it', async () => {
  const id = await draft();
  const accessKey = await issueInContingency(api.orm, id);
  for (const type of ['authorized', 'signed']) {
    const xml = await file(id, `xml?type=${type}&download=true`);
    expect([xml.status, xml.text]).toEqual([200, signedXml]);
    expect(xml.headers.get('content-disposition')).toContain(`${accessKey}-nfe.xml`);
    expect(xml.headers.get('cache-control')).toBe('no-store');
  }
  const authorized = await becomes(api.orm, id, 'AUTHORIZED');
  const xml = await file(id, 'xml?download=true');
  expect([xml.status, xml.text]).toEqual([200, procXml]);
  expect(xml.headers.get('content-disposition')).toContain(`${authorized}-procNFe.xml`);
  expect(await get(id)).toMatchObject({ contingency: { mode: 'OFFLINE' }, pdfUrl: `${path}/${id}/danfe` });
});

test('a coupon is printed in two copies that say that it is pending, until the authority has authorized it', async () => {
  const id = await draft();
  const issued = { ...offline, number: 1_042 };
  const note = signedCoupon({ issued });
  await issueInContingency(api.orm, id, { note });
  const copies = async (query = '') => {
    const page = await file(id, `danfe${query}`);
    expect(page.headers.get('content-disposition')).toContain(`${note.accessKey}.pdf`);
    expect(page.headers.get('cache-control')).toBe('no-store');
    return [...page.text.matchAll(/Via do \w+/g)].map(([words]) => words);
  };
  expect(await copies()).toEqual(['Via do Consumidor', 'Via do Estabelecimento']);
  expect(await copies('?copy=CONSUMER')).toEqual(['Via do Consumidor']);
  expect(await copies('?copy=ESTABLISHMENT')).toEqual(['Via do Estabelecimento']);
  expect((await file(id, 'danfe?copy=BOTH')).status).toBe(400);
  expect((await file(id, 'danfe')).text).toContain('Pendente de autorização');
  const procXml = await authorizedCoupon({ issued });
  await acrossCompanies(api.orm).nativeUpdate(Emission, { document: id }, { procXml });
  await acrossCompanies(api.orm).nativeUpdate(Document, { id }, { status: 'AUTHORIZED' });
  expect(await copies('?copy=CONSUMER')).toEqual([]);
  expect((await file(id, 'danfe')).text).not.toContain('Pendente de autorização');
});

test.each(['NFE', 'NFCE'] as const)('of a %s that was never issued offline no copy can be asked for', async (type) => {
  const id = await draft(type);
  if (type === 'NFE') await issueInContingency(api.orm, id, { mode: 'EPEC', note: signedIn('4', { number: 3_042 }) });
  for (const status of ['PROCESSING', 'AUTHORIZED'] as const) {
    await acrossCompanies(api.orm).nativeUpdate(Document, { id }, { status });
    const answer = await file(id, 'danfe?copy=CONSUMER');
    expect({ status: answer.status, ...answer.body }).toMatchObject({
      status: 400,
      code: 'validation_error',
      issues: [{ path: 'copy', message: expect.stringContaining('NFC-e') }],
    });
  }
});

test('the DANFE of an NF-e by EPEC shows the protocol of that', async () => {
  const id = await draft('NFE');
  const note = signedIn('4', { number: 2_042 });
  await issueInContingency(api.orm, id, { mode: 'EPEC', note });
  const early = await file(id, 'danfe');
  expect([early.status, early.body['message']]).toEqual([404, expect.stringContaining('EPEC')]);
  await registerEpec(api.orm, id);
  expect((await file(id, 'danfe')).text).toContain('891260000000001');
});

test('an NF-e has its files once its EPEC is registered, and one at an SVC once it is authorized', async () => {
  const [epec, svc] = [await draft('NFE'), await draft('NFE')];
  await issueInContingency(api.orm, epec, { mode: 'EPEC' });
  await issueInContingency(api.orm, svc, { mode: 'SVC' });
  for (const id of [epec, svc]) {
    expect(await get(id)).toMatchObject({ pdfUrl: null, xmlUrl: null });
    for (const name of ['xml', 'danfe']) expect((await file(id, name)).status).toBe(404);
  }
  await registerEpec(api.orm, epec, keyOf(7));
  expect(await get(epec)).toMatchObject({ pdfUrl: null, xmlUrl: null });
  expect((await file(epec, 'xml')).status).toBe(404);
  await registerEpec(api.orm, epec);
  expect(await get(epec)).toMatchObject({
    pdfUrl: `${path}/${epec}/danfe`,
    events: [{ type: 'EPEC' }, { type: 'EPEC', code: '110140', status: 'REGISTERED' }],
  });
  expect((await file(epec, 'xml')).text).toBe(signedXml);
});

test('a coupon that the authority rejected is still there, and while it is issued anew there is none', async () => {
  const id = await draft();
  await issueInContingency(api.orm, id);
  await becomesRejected(id);
  expect(await get(id)).toMatchObject({ status: 'REJECTED', xmlUrl: `${path}/${id}/xml` });
  expect((await file(id, 'xml')).text).toBe(signedXml);
  const { status, body } = await emit(id);
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: 'PROCESSING', pdfUrl: null, contingency: { mode: 'OFFLINE' } });
  expect((await file(id, 'xml')).status).toBe(404);
});

test.each(['OFFLINE', 'EPEC'] as const)(
  'a document that was issued as %s and rejected is corrected and emitted again with the date on its paper',
  async (mode) => {
    const id = await draft(mode === 'EPEC' ? 'NFE' : 'NFCE');
    await issueInContingency(api.orm, id, { mode });
    await becomesRejected(id);
    const { issueDateTime } = await get(id);
    const patched = await api.call('PATCH', `${path}/${id}`, { key: shop.key, body: { additionalInfo: 'Corrigido.' } });
    expect(patched.status).toBe(200);
    const refused = await emit(id, { issueDateTime: '2026-11-22T10:30:00-03:00' });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_state']);
    expect(refused.body.issues).toMatchObject([{ path: 'issueDateTime', message: expect.stringMatching(/cliente/) }]);
    expect(await get(id)).toMatchObject({ status: 'REJECTED', issueDateTime });
    expect((await emit(id, { issueDateTime })).status).toBe(202);
    await becomesRejected(id);
    expect((await emit(id)).status).toBe(202);
    expect((await stored(id)).issueDateTime.toISOString()).toBe(issueDateTime);
  },
);

test('one that was issued at an SVC has no paper, and is emitted again as of any date', async () => {
  const id = await draft('NFE');
  await issueInContingency(api.orm, id, { mode: 'SVC' });
  await becomesRejected(id);
  expect((await emit(id, { issueDateTime: '2026-11-22T10:30:00-03:00' })).status).toBe(202);
  expect((await stored(id)).issueDateTime.toISOString()).toBe('2026-11-22T13:30:00.000Z');
});

test('a pending document is neither cancelled nor corrected', async () => {
  const id = await draft();
  await issueInContingency(api.orm, id);
  const justification = 'Pedido cancelado pelo cliente.';
  const answers = [
    await api.call('POST', `${path}/${id}/cancel`, { key: shop.key, body: { justification } }),
    await api.call('PATCH', `${path}/${id}`, { key: shop.key, body: { additionalInfo: 'x' } }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [422, 'invalid_state']));
});

test('the list is narrowed to a mode, with exact totals, for the company and for its office', async () => {
  const { company, key } = await newCompany(api.orm, { environment: 'PRODUCTION', settings });
  const { office, key: officeKey } = await newOffice(api.orm);
  await linkOf(api.orm, office, company);
  const ids = [];
  for (const body of [sale(atTheCounter), sale(), sale()]) ids.push(String((await create(key, body)).body.id));
  await issueInContingency(api.orm, ids[0]);
  await issueInContingency(api.orm, ids[1], { mode: 'SVC' });
  const bases = [
    { base: path, key },
    { base: `/v1/accounting/companies/${company.id}/fiscal-documents`, key: officeKey },
  ];
  for (const { base, key } of bases) {
    for (const search of ['', '&search=consumidor'])
      expect((await api.call('GET', `${base}?contingency=OFFLINE${search}`, { key })).body).toMatchObject({
        data: [{ id: ids[0], pdfUrl: `${base}/${ids[0]}/danfe` }],
        meta: { total: 1, inOtherEnvironment: 0 },
      });
    expect((await api.call('GET', `${base}?contingency=EPEC`, { key })).body).toMatchObject({ data: [] });
    expect((await api.call('GET', `${base}?contingency=NORMAL`, { key })).status).toBe(400);
    expect((await api.call('GET', `${base}?contingency=SVC&changedSince=2026-01-01T00:00:00Z`, { key })).status).toBe(
      400,
    );
  }
});

function create(key: string, body = sale()) {
  return api.call('POST', path, { key, body });
}

const atTheCounter = {
  ...{ type: 'NFCE', client: { name: 'Consumidor', document: '' }, payments: [{ method: 'CASH', value: 100 }] },
};

async function draft(type: 'NFE' | 'NFCE' = 'NFCE'): Promise<string> {
  return String((await create(shop.key, type === 'NFE' ? sale() : sale(atTheCounter))).body.id);
}

async function get(id: string): Promise<Record<string, unknown>> {
  return (await api.call('GET', `${path}/${id}`, { key: shop.key })).body;
}

async function listed(id: string, narrowing = ''): Promise<Record<string, unknown> | undefined> {
  const { body } = await api.call('GET', `${path}?environment=ALL&pageSize=100${narrowing}`, { key: shop.key });
  return (body['data'] as Record<string, unknown>[]).find((row) => row['id'] === id);
}

function file(id: string, name: string) {
  return api.call('GET', `${path}/${id}/${name}`, { key: shop.key });
}

function emit(id: string, body?: unknown) {
  return api.call('POST', `${path}/${id}/emit`, { key: shop.key, body });
}

function stored(id: string): Promise<Document> {
  return acrossCompanies(api.orm).findOneOrFail(Document, { id });
}

async function becomesRejected(id: string): Promise<void> {
  const em = acrossCompanies(api.orm);
  const document = await em.findOneOrFail(Document, { id });
  document.reject('539 - Duplicidade de NF-e', '539');
  await em.flush();
}
