import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Company } from '../../../../domain/companies/company.entity.ts';
import type { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { linkedCompany, monthDocument, newClosing } from '../../../support/rows/closing.ts';
import { newOffice } from '../../../support/rows/office.ts';
import { startApi, type TestApi } from '../../fixture.ts';

const path = '/v1/accounting/closings';

let api: TestApi;
let owner: Awaited<ReturnType<typeof newOffice>>;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  owner = await newOffice(api.orm);
});
afterAll(() => api.close());

test('eligible are companies of the portfolio with documents of the month, by name, with what they have of it', async () => {
  const [zeta, abel] = [await linked('Zeta Ltda'), await linked('Ábel & Filhos')];
  await monthDocument(api.orm, zeta, { totalValue: '10.10' });
  await monthDocument(api.orm, zeta, { totalValue: '0.20', type: 'NFCE' });
  await monthDocument(api.orm, zeta, { totalValue: '99.00', status: 'CANCELLED' });
  await monthDocument(api.orm, abel, { status: 'CANCELLED' });
  const idle = await linked('Sem movimento');
  for (const status of ['DRAFT', 'PROCESSING', 'REJECTED'] as const) await monthDocument(api.orm, idle, { status });
  await monthDocument(api.orm, idle, { environment: 'HOMOLOGATION' });
  for (const status of ['PENDING', 'REFUSED', 'ENDED'] as const) {
    await monthDocument(api.orm, await linked('De outros', status));
  }
  await newClosing(api.orm, { office: owner.office, company: zeta }, { status: 'FAILED' });
  const completedAt = new Date('2026-11-02T12:00:00Z');
  const last = await newClosing(api.orm, { office: owner.office, company: zeta }, { status: 'COMPLETED', completedAt });
  await newClosing(api.orm, { office: owner.office, company: zeta }, { month: 9 });
  await newClosing(api.orm, { office: (await newOffice(api.orm)).office, company: zeta });

  const of = ({ id: companyId, taxId, name }: Company) => ({ companyId, taxId, name });
  expect((await get('/eligible?year=2026&month=10')).body).toEqual({
    data: [
      { ...of(abel), documentCount: 1, cancelledCount: 1, totalValue: '0.00', lastClosing: null },
      {
        ...of(zeta),
        documentCount: 3,
        cancelledCount: 1,
        totalValue: '10.30',
        lastClosing: { id: last.id, status: 'COMPLETED', completedAt: completedAt.toISOString() },
      },
    ],
    meta: { page: 1, pageSize: 20, total: 2, totalPages: 1 },
  });
  const second = await get('/eligible?year=2026&month=10&pageSize=1&page=2');
  expect(second.body).toMatchObject({ data: [of(zeta)], meta: { total: 2, totalPages: 2 } });
  expect((await get('/eligible?year=2026&month=10&search=abel')).body).toMatchObject({ data: [of(abel)] });
  expect((await get('/eligible?year=2026&month=9')).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('a document belongs to the month of its issue in Brasília', async () => {
  const company = await linked();
  for (const at of ['2026-10-01T02:59:59.999Z', '2026-10-01T03:00:00Z', '2026-11-01T02:59:59.999Z']) {
    await monthDocument(api.orm, company, { issueDateTime: new Date(at) });
  }
  const months = await Promise.all([9, 10, 11].map((month) => get(`/eligible?year=2026&month=${month}`)));
  expect(months.map(({ body }) => body.data)).toMatchObject([[{ documentCount: 1 }], [{ documentCount: 2 }], []]);
});

test('closings are listed newest first and found by what they are, and each is read with its progress', async () => {
  const [one, two] = [await linked('Uma'), await linked('Outra')];
  const { office } = owner;
  // So long ago that the duration of this test does not matter.
  const startedAt = new Date(Date.now() - 100_000_000);
  const moving = { documentCount: 400_000, doneCount: 100_000, pdfCount: 90_000, missingPdfCount: 10_000, startedAt };
  const pending = await newClosing(api.orm, { office, company: one }, { month: 9 });
  const running = await newClosing(api.orm, { office, company: one }, { ...moving, status: 'RUNNING' });
  const failed = await newClosing(
    api.orm,
    { office, company: two },
    { status: 'FAILED', failureReason: 'O vínculo foi encerrado.' },
  );
  const theirs = await newClosing(api.orm, { office: (await newOffice(api.orm)).office, company: one });
  const found = async (query: string) => ((await get(query)).body.data as { id: string }[]).map(({ id }) => id);
  expect(await found('')).toEqual([failed.id, running.id, pending.id]);
  expect(await found('?status=RUNNING')).toEqual([running.id]);
  expect(await found('?year=2026&month=9')).toEqual([pending.id]);
  expect(await found(`?companyId=${one.id}&month=10`)).toEqual([running.id]);
  expect(await found('?companyId=x')).toEqual([]);
  expect((await get('?pageSize=1&page=2')).body).toMatchObject({ data: [{ id: running.id }], meta: { total: 3 } });
  expect((await get('?status=DONE')).status).toBe(400);

  expect((await get(`/${running.id}`)).body).toMatchObject({
    id: running.id,
    companyId: one.id,
    companyTaxId: one.taxId,
    companyName: 'Uma',
    status: 'RUNNING',
    documentCount: 400_000,
    fileSize: null,
    failureReason: null,
    progress: {
      doneCount: 100_000,
      pdfCount: 90_000,
      missingPdfCount: 10_000,
      percent: 25,
      pdfsPerSecond: 0.9,
      waiting: null,
    },
  });
  expect((await get(`/${failed.id}`)).body).toMatchObject({ failureReason: 'O vínculo foi encerrado.' });
  for (const id of [theirs.id, randomUUID(), 'x']) {
    const { status, body } = await get(`/${id}`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});

const get = (rest: string) => api.call('GET', `${path}${rest}`, { key: owner.key });

function linked(name?: string, status?: OfficeLink['status']): Promise<Company> {
  return linkedCompany(api.orm, owner.office, { name, status });
}
