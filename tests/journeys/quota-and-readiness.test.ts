import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document, type DocumentStatus } from '../../domain/documents/document.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { quotaStanding } from '../../operations/documents/quota.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { setCompany } from '../../operations/provisioning.ts';
import { startEmission } from '../../temporal/start.ts';
import { type Answer, startApi, type TestApi } from '../api/fixture.ts';
import { until } from '../support/checks/until.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

let installation: Installation;
let api: TestApi;
beforeAll(async () => {
  installation = await openInstallation();
  api = await startApi({ databaseUrl: installation.env.databaseUrl, temporal: installation.client });
});
afterAll(async () => {
  await api.close();
  await installation.close();
});
afterEach(() => installation.authority.control('DELETE', '/scenario'));

test('fifty at once on a quota of ten: ten are authorized, with numbers 1 to 10, and forty are refused', async () => {
  const { company, key } = await installation.openCompany({ ...production, taxId: '11444777000161', monthlyQuota: 10 });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => create(key, `venda-${index}`)));
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused.map(({ body }) => body['code'])).toEqual(refused.map(() => 'quota_exhausted'));
  const documents = await settled(company, 50 - refused.length);
  const numbers = documents.filter(has('AUTHORIZED')).map(({ number }) => number);
  expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const rejected = documents.filter(has('REJECTED'));
  expect(rejected.length + refused.length).toBe(40);
  expect(rejected.every(({ number, cStat }) => number === 0 && !cStat)).toBe(true);
  expect(await standing(company)).toMatchObject({ limit: 10, authorized: 10, underWay: 0 });
});

test('an exhausted quota refuses emission and leaves nothing; drafts, previews and homologation are free', async () => {
  const { company, key } = await installation.openCompany({ ...production, taxId: '45723174000110', monthlyQuota: 1 });
  const draft = await create(key, 'rascunho', { emit: false });
  await create(key, 'primeira');
  await settled(company, 2);
  const refused = await create(key, 'segunda');
  expect(refused).toMatchObject({ status: 422, body: { code: 'quota_exhausted' } });
  expect(refused.body['message']).toMatch(
    /^A cota de documentos do mês está esgotada \(limite 1, autorizados 1, em andamento 0\)\. Ela recomeça em 01\/\d\d\/20\d\d, à meia-noite de Brasília\.$/,
  );
  const emitted = await api.call('POST', `/v1/fiscal-documents/${String(draft.body['id'])}/emit`, { key, body: {} });
  expect(emitted).toMatchObject({ status: 422, body: { code: 'quota_exhausted' } });
  expect((await documentsOf(company)).map(({ externalId, status }) => [externalId, status]).sort()).toEqual([
    ['primeira', 'AUTHORIZED'],
    ['rascunho', 'DRAFT'],
  ]);
  expect(await create(key, 'outro rascunho', { emit: false })).toMatchObject({ status: 201 });
  expect(await create(key, 'ensaio', { emit: false }, '/preview')).toMatchObject({ status: 200 });

  await setCompany(acrossCompanies(installation.orm), company.id, { environment: 'HOMOLOGATION' });
  expect(await create(key, 'teste')).toMatchObject({ status: 201 });
  await until('it is authorized', async () =>
    (await documentsOf(company)).some(({ externalId, status }) => externalId === 'teste' && status === 'AUTHORIZED'),
  );
});

test('who finds no place when its turn comes is rejected before a number is drawn, and hears why and what to do', async () => {
  const { company, key } = await installation.openCompany({ ...production, taxId: '02558157000162', monthlyQuota: 0 });
  const { id, attempt, type: documentType } = await processingDocument(installation.orm, company);
  await startEmission(installation.client, {
    documentId: id,
    attempt,
    companyTaxId: company.taxId,
    documentType,
    title: 'NF-e',
  });
  await settled(company, 1);
  const { body } = await api.call('GET', `/v1/fiscal-documents/${id}`, { key });
  expect(body).toMatchObject({
    status: 'REJECTED',
    number: 0,
    rejection: {
      code: null,
      message: expect.stringMatching(/^A cota de documentos do mês está esgotada \(limite 0, /),
      cause: expect.stringContaining('A cota da empresa acabou'),
      fix: expect.stringContaining('--monthly-quota'),
      field: 'company.monthlyQuota',
    },
  });
});

test('a rejected or denied note gives its place back, a cancelled one keeps it', async () => {
  const { company, key } = await installation.openCompany({ ...production, taxId: '53113791000122', monthlyQuota: 1 });
  for (const cStat of [591, 302]) {
    await installation.authority.control('PUT', '/scenario', [
      { answer: { cStat }, times: 1, service: 'NfeAutorizacao' },
    ]);
    await create(key, String(cStat));
    expect(await settledOne(company, String(cStat))).toMatchObject({ status: 'REJECTED', cStat: String(cStat) });
  }
  await create(key, 'a que vale');
  const { id } = await settledOne(company, 'a que vale');
  const justification = 'Venda desfeita a pedido do cliente';
  const cancelled = await api.call('POST', `/v1/fiscal-documents/${id}/cancel`, { key, body: { justification } });
  expect(cancelled.status).toBe(200);
  expect(await create(key, 'mais uma')).toMatchObject({ status: 422, body: { code: 'quota_exhausted' } });
});

test('a limit that is lowered, raised, taken away or 0 holds from the next emission on', async () => {
  const { company, key } = await installation.openCompany({ ...production, taxId: '17155730000164' });
  const limit = (monthlyQuota: number | null) =>
    setCompany(acrossCompanies(installation.orm), company.id, { monthlyQuota });
  await Promise.all([create(key, 'a'), create(key, 'b')]);
  await settled(company, 2);
  await limit(1);
  expect(await create(key, 'c')).toMatchObject({ status: 422 });
  expect(await standing(company)).toMatchObject({ limit: 1, authorized: 2, underWay: 0 });
  await limit(3);
  expect(await create(key, 'd')).toMatchObject({ status: 201 });
  expect(await settledOne(company, 'd')).toMatchObject({ status: 'AUTHORIZED' });
  await limit(0);
  expect((await create(key, 'e')).body['message']).toContain('limite 0, autorizados 3');
  await limit(null);
  expect(await create(key, 'f')).toMatchObject({ status: 201 });
  expect(await settledOne(company, 'f')).toMatchObject({ status: 'AUTHORIZED' });
});

test('readiness asks about the municipality as emission does; one that cannot be asked about is no issue', async () => {
  const { office, key } = await newOffice(installation.orm);
  const codesIn = async (municipalityCode: string, place: { city: string; state: string }, taxId: string) => {
    const address = { ...demoCompany.address, ...place, municipalityCode };
    const { company } = await installation.openCompany({ ...production, taxId, address });
    await linkOf(installation.orm, office, company, { issuingAllowed: true });
    const { body } = await api.call('GET', `/v1/accounting/companies/${company.id}/nfse-readiness`, { key });
    return (body['issues'] as { code: string }[]).map(({ code }) => code);
  };
  const [yes, no, unheard] = [
    await codesIn('3550308', { city: 'São Paulo', state: 'SP' }, cnpjOf(10_000_001)),
    await codesIn('4314902', { city: 'Porto Alegre', state: 'RS' }, cnpjOf(10_000_002)),
    await installation.authority
      .control('PUT', '/scenario', { service: 'NfseParametrizacao', drop: 'before' })
      .then(() => codesIn('4106902', { city: 'Curitiba', state: 'PR' }, cnpjOf(10_000_003))),
  ];
  expect({ yes, no, unheard }).toEqual({
    yes: ['no_nfse_template'],
    no: ['municipality_unsupported', 'no_nfse_template'],
    unheard: ['no_nfse_template'],
  });
});

const production = { environment: 'PRODUCTION' } as const;

function create(key: string, externalId: string, changes: object = {}, path = ''): Promise<Answer> {
  const body = { ...demoSale(externalId), emit: true, ...changes };
  return api.call('POST', `/v1/fiscal-documents${path}`, { key, body });
}

function documentsOf(company: Company): Promise<Document[]> {
  return acrossCompanies(installation.orm).find(Document, { company: company.id });
}

/** The documents of a company, once there are `count` of them and none is under way. */
function settled(company: Company, count: number): Promise<Document[]> {
  return until(`${count} documents are settled`, async () => {
    const documents = await documentsOf(company);
    return documents.length === count && !documents.some(has('PROCESSING')) && documents;
  });
}

function settledOne(company: Company, externalId: string): Promise<Document> {
  return until(`${externalId} is settled`, async () =>
    (await documentsOf(company)).find((one) => one.externalId === externalId && one.status !== 'PROCESSING'),
  );
}

function has(wanted: DocumentStatus): (document: Document) => boolean {
  return ({ status }) => status === wanted;
}

async function standing({ id }: Company) {
  const em = acrossCompanies(installation.orm);
  const { settings } = await setCompany(acrossCompanies(installation.orm), id, {});
  return quotaStanding(em, { company: id, settings: settings ?? null }, new Date());
}
