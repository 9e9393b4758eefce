import { afterAll, beforeAll, expect, test } from 'vitest';
import { Company } from '../../../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { newCompany, startApi, type TestApi } from '../../fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Named = Partial<Pick<Company, 'name' | 'tradeName' | 'taxId' | 'isActive' | 'settings'>>;

async function linked(office: { id: string }, named: Named, state: Parameters<typeof linkOf>[3] = {}): Promise<string> {
  const { company } = await newCompany(api.orm);
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: company.id }, named);
  await linkOf(api.orm, office, company, state);
  return company.id;
}

async function names(key: string, query = ''): Promise<unknown[]> {
  const { status, body } = await api.call('GET', `/v1/accounting/companies${query}`, { key });
  expect(status).toBe(200);
  return (body.data as { name: string }[]).map(({ name }) => name);
}

test('the office of a key tells who it is, what the key may do, and for how many companies', async () => {
  const { office, key } = await newOffice(api.orm, { name: 'Contábil Aurora', scopes: ['documents:read'] });
  await linked(office, {});
  await linked(office, {}, { status: 'PENDING' });
  const { status, body, headers } = await api.call('GET', '/v1/accounting/office', { key });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { id, taxId } = office;
  expect(body).toEqual({ id, taxId, name: 'Contábil Aurora', companyCount: 1, scopes: ['documents:read'] });
});

test('a company of the portfolio shows what an office needs to choose it, and nothing else', async () => {
  const { office, key } = await newOffice(api.orm, { scopes: [] });
  const { company } = await newCompany(api.orm);
  const { decidedAt } = await linkOf(api.orm, office, company, { issuingAllowed: true });
  await acrossCompanies(api.orm).nativeUpdate(OfficeLink, { company: company.id }, { decidedAt: new Date(0) });
  expect(decidedAt).toBeUndefined();
  const { body } = await api.call('GET', '/v1/accounting/companies', { key });
  const { id, taxId } = company;
  expect(body).toEqual({
    data: [
      {
        ...{ id, taxId, name: 'Padaria São José Ltda', tradeName: null, environment: 'HOMOLOGATION' },
        ...{ city: 'São Paulo', state: 'SP', officeIssuingAllowed: true, linkedSince: '1970-01-01T00:00:00.000Z' },
      },
    ],
    meta: { page: 1, pageSize: 20, total: 1, totalPages: 1 },
  });
});

test('only active links of active companies are the portfolio, and only the office’s own', async () => {
  const { office, key } = await newOffice(api.orm);
  const { office: other } = await newOffice(api.orm);
  await linked(office, { name: 'Ativa', settings: null });
  for (const status of ['PENDING', 'REFUSED', 'ENDED'] as const) await linked(office, { name: status }, { status });
  await linked(office, { name: 'Encerrada', isActive: false });
  await linked(other, { name: 'De outro' });
  const { body } = await api.call('GET', '/v1/accounting/companies', { key });
  expect(body).toMatchObject({ data: [{ name: 'Ativa', city: null, state: null }], meta: { total: 1 } });
});

test('the portfolio is searched by name, trade name and tax id, and read page by page in the order of names', async () => {
  const { office, key } = await newOffice(api.orm);
  await linked(office, { name: 'Zebra Tecidos', tradeName: 'Ágata', taxId: '44555666000108' });
  await linked(office, { name: 'Água Boa', taxId: '11222333000181' });
  await linked(office, { name: 'bar do Zé', taxId: '12ABC34501DE35' });
  const searches: [string, string[]][] = [
    ['', ['Água Boa', 'bar do Zé', 'Zebra Tecidos']],
    ['agua', ['Água Boa']],
    ['AGATA', ['Zebra Tecidos']],
    ['11.222.333/0001-81', ['Água Boa']],
    ['222333', ['Água Boa']],
    ['12.ABC.345/01DE-35', ['bar do Zé']],
    ['ze', ['bar do Zé', 'Zebra Tecidos']],
    ['e', []],
    ['%', []],
    ['12abc', ['bar do Zé']],
  ];
  for (const [search, found] of searches) {
    expect([search, await names(key, `?search=${encodeURIComponent(search)}`)]).toEqual([search, found]);
  }
  expect(await names(key, '?pageSize=2&page=2')).toEqual(['Zebra Tecidos']);
  const { body } = await api.call('GET', '/v1/accounting/companies?pageSize=2&page=9', { key });
  expect(body).toEqual({ data: [], meta: { page: 9, pageSize: 2, total: 3, totalPages: 2 } });
  const refused = await api.call('GET', '/v1/accounting/companies?search=%00', { key });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_error']);
});
