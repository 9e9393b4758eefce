import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { computedNote } from '../../../support/samples/notes.ts';
import { newCompany, sale } from '../../fixture.ts';
import { startOwnApi, type OwnApi } from '../../own-api.ts';
import { becomes, procXml, signedXml } from './documents.ts';

let api: OwnApi;
const drawn: string[] = [];
beforeAll(async () => {
  api = await startOwnApi({
    pdf: async (html) => {
      drawn.push(html);
      return Buffer.from('%PDF-1.7');
    },
  });
});
afterAll(() => api.close());

test('the list shows the newest first, page by page, with exact totals', async () => {
  const { key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift(await draft(key));
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(key, `?page=${page}&pageSize=2`)));
  expect(pages.map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]);
  expect(pages[0]?.body.meta).toEqual({ page: 1, pageSize: 2, total: 5, totalPages: 3, inOtherEnvironment: 0 });
});

test('the list shows production alone unless the environment is asked for', async () => {
  const { key, company } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const real = await draft(key);
  await api.orm.em.fork().execute(`update company set environment = 'HOMOLOGATION' where id = ?`, [company.id]);
  const trial = await draft(key);
  expect(idsOf(await list(key, ''))).toEqual([real]);
  expect(idsOf(await list(key, '?environment=PRODUCTION'))).toEqual([real]);
  expect(idsOf(await list(key, '?environment=HOMOLOGATION'))).toEqual([trial]);
  expect(idsOf(await list(key, '?environment=ALL'))).toEqual([trial, real]);
});

test('the list is filtered by status and type together', async () => {
  const { key } = await newCompany(api.orm);
  const [authorized] = [await draft(key), await draft(key)];
  await becomes(api.orm, authorized, 'AUTHORIZED');
  const all = 'environment=ALL';
  expect(idsOf(await list(key, `?${all}&status=AUTHORIZED&type=NFE`))).toEqual([authorized]);
  expect((await list(key, `?${all}&status=AUTHORIZED&type=NFCE`)).body.meta).toMatchObject({ total: 0, totalPages: 0 });
});

test.each([
  ['page=0', 'page', 'deve ser no mínimo 1'],
  ['page=x', 'page', 'deve ser número inteiro'],
  ['page=1.5', 'page', 'deve ser número inteiro'],
  ['page=99999999999999999999', 'page', 'deve ser no máximo 1000000000'],
  ['pageSize=101', 'pageSize', 'deve ser no máximo 100'],
  ['pageSize=-1', 'pageSize', 'deve ser no mínimo 1'],
  [
    'status=draft',
    'status',
    'deve ser um destes: DRAFT, PROCESSING, AUTHORIZED, REJECTED, CANCELLED (você quis dizer DRAFT?)',
  ],
  ['type=CTE', 'type', 'deve ser um destes: NFE, NFCE, NFSE'],
  ['environment=TEST', 'environment', 'deve ser um destes: PRODUCTION, HOMOLOGATION, ALL'],
  ['companyId=1', 'companyId', 'é um parâmetro desconhecido'],
])('the list refuses %s with words', async (query, path, message) => {
  const { key } = await newCompany(api.orm);
  const { status, body } = await list(key, `?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', issues: [{ path, message }] });
});

test('a draft in detail has every field, with null for what is not there yet', async () => {
  const { key } = await newCompany(api.orm);
  const transport = {
    freightType: 'SENDER',
    freightValue: 5,
    vehiclePlate: 'abc-1d23',
    vehicleState: 'sp',
    volumeGrossWeight: 1.5,
  };
  const id = await draft(key, { transport, externalId: 'venda-1', additionalInfo: 'Obrigado' });
  const { body } = await api.call('GET', `/v1/fiscal-documents/${id}`, { key });
  expect(body).toMatchObject({
    id,
    status: 'DRAFT',
    number: 0,
    environment: 'HOMOLOGATION',
    totalValue: '105.00',
    accessKey: null,
    pdfUrl: null,
    externalId: 'venda-1',
    client: { name: 'Comércio Água Boa S/A', document: '11444777000161', documentType: 'CNPJ' },
    items: [{ number: 1, totalValue: '100.00', quantity: '4', unitValue: '25.00', ibsCbs: null, taxation: null }],
    taxTotals: { rtcIbsTotal: null, rtcCbsTotal: null },
    transport: {
      freightType: 'SENDER',
      freightValue: '5.00',
      vehiclePlate: 'ABC1D23',
      vehicleState: 'SP',
      volumeGrossWeight: '1.500',
      carrierName: null,
    },
    events: [],
    payments: [],
    duplicates: [],
  });
});

test('totals of IBS and CBS are reported with the lines that add up to them: from the authorization on', async () => {
  const { key } = await newCompany(api.orm);
  const id = await draft(key);
  const told = async () => {
    const { body } = await api.call('GET', `/v1/fiscal-documents/${id}`, { key });
    return { items: body.items, taxTotals: body.taxTotals };
  };
  await becomes(api.orm, id, 'REJECTED');
  const em = acrossCompanies(api.orm);
  const computed = computedNote();
  em.assign(await em.findOneOrFail(Document, { id }), { computed });
  await em.flush();
  expect(await told()).toMatchObject({
    items: [{ ibsCbs: null }],
    taxTotals: { icms: '18.00', rtcIbsTotal: null, rtcCbsTotal: null },
  });
  await becomes(api.orm, id, 'AUTHORIZED');
  const { ibs, cbs } = computed.totals.ibsCbs ?? {};
  expect(await told()).toMatchObject({
    items: [{ ibsCbs: { amounts: { ibsValue: ibs, cbsValue: cbs } } }],
    taxTotals: { rtcIbsTotal: ibs, rtcCbsTotal: cbs },
  });
});

test('the XML is the authority’s, byte for byte, and can be saved under its key', async () => {
  const { key } = await newCompany(api.orm);
  const id = await draft(key);
  const accessKey = await becomes(api.orm, id, 'AUTHORIZED');
  const shown = await api.call('GET', `/v1/fiscal-documents/${id}/xml`, { key });
  expect(shown.text).toBe(procXml);
  expect(shown.headers.get('content-type')).toMatch(/^application\/xml/);
  expect(shown.headers.get('content-disposition')).toBeNull();
  const saved = await api.call('GET', `/v1/fiscal-documents/${id}/xml?download=true`, { key });
  expect(saved.headers.get('content-disposition')).toBe(`attachment; filename=${accessKey}-procNFe.xml`);
  const signed = await api.call('GET', `/v1/fiscal-documents/${id}/xml?type=signed`, { key });
  expect(signed.text).toBe(signedXml);
});

test('what is not there is 404: the XML of a draft, the authorized XML and the DANFE of a rejected note', async () => {
  const { key } = await newCompany(api.orm);
  const id = await draft(key);
  expect((await api.call('GET', `/v1/fiscal-documents/${id}/xml?type=signed`, { key })).status).toBe(404);
  await becomes(api.orm, id, 'REJECTED');
  expect((await api.call('GET', `/v1/fiscal-documents/${id}/xml?type=signed`, { key })).status).toBe(200);
  for (const file of ['xml', 'danfe']) {
    const { status, body } = await api.call('GET', `/v1/fiscal-documents/${id}/${file}`, { key });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  }
});

test.each(['type=draft', 'download=maybe', 'format=a5'])('the XML refuses %s', async (query) => {
  const { key } = await newCompany(api.orm);
  const id = await draft(key);
  expect((await api.call('GET', `/v1/fiscal-documents/${id}/xml?${query}`, { key })).status).toBe(400);
});

function list(key: string, query: string) {
  return api.call('GET', `/v1/fiscal-documents${query}`, { key });
}

function idsOf({ body }: { body: Record<string, unknown> }): unknown[] {
  return Array.isArray(body.data) ? body.data.map((row: { id: unknown }) => row.id) : [];
}

async function draft(key: string, changes = {}): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale(changes) });
  return String(body.id);
}
