import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { brasiliaYear } from '../../../domain/fiscal-time.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { until } from '../../support/checks/until.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { newCompany, sale, startApi, type TestApi } from '../fixture.ts';

const path = '/v1/fiscal-inutilizations';
const justification = 'Falha na sequência do sistema anterior.';

let installation: Installation;
let api: TestApi;
let company: Company;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  api = await startApi({ temporal: installation.client, databaseUrl: installation.env.databaseUrl });
  ({ company, key } = await installation.openCompany());
});
afterEach(() => installation.authority.control('DELETE', '/scenario'));
afterAll(async () => {
  await api.close();
  await installation.close();
});

test('a range is given up, listed and read', async () => {
  const { status, body } = await giveUp({ startNumber: 100, endNumber: 102, justification: `  ${justification}\n` });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    protocol: expect.stringMatching(/^[0-9]{15}$/),
    record: { id: expect.any(String), status: 'AUTHORIZED' },
  });
  const { id } = body.record as { id: string };
  const { body: kept } = await api.call('GET', `${path}/${id}`, { key });
  const record = {
    ...{ id, series: 1, model: '55', startNumber: 100, endNumber: 102, status: 'AUTHORIZED', justification },
    waiting: null,
    year: String(brasiliaYear(new Date(String(kept.createdAt)))).slice(-2),
    protocol: body.protocol,
    inutilizationDate: expect.any(String),
    createdAt: expect.any(String),
  };
  expect(kept).toEqual(record);
  const list = await api.call('GET', `${path}?pageSize=1`, { key });
  expect(list.body).toEqual({ data: [record], meta: { page: 1, pageSize: 1, total: 1, totalPages: 1 } });
});

test('the same range twenty times at once, and afterwards, is one record and one message', async () => {
  const range = { series: 7, startNumber: 1, endNumber: 1000 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => giveUp(range)));
  answers.push(await giveUp({ ...range, justification: 'Outra redação do mesmo pedido.' }));
  const [first] = answers;
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, first?.body]));
  expect(await records({ series: 7 })).toHaveLength(1);
  expect(await sends('55007')).toBe(1);
});

test('twenty ranges that share a number, at once, are one range', async () => {
  const asked = Array.from({ length: 20 }, (_, at) => giveUp({ series: 8, startNumber: 50 - at, endNumber: 50 + at }));
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code]);
  expect(refused).toEqual(Array(19).fill([422, 'invalid_state']));
  expect(await sends('55008')).toBe(1);
});

test('a refusal is 422 in the authority’s words, the record stays, and asking again is its next try', async () => {
  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 241 },
    times: 1,
    service: 'NfeInutilizacao',
  });
  const range = { series: 9, startNumber: 1, endNumber: 2 };
  const { status, body } = await giveUp(range);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'authority_rejected', cStat: '241', message: expect.stringContaining('241') });
  expect(body.rejection).toMatchObject({ code: '241', cause: expect.any(String), fix: expect.any(String) });
  expect(await records({ series: 9 })).toMatchObject([{ status: 'REJECTED', cStat: '241' }]);
  expect((await giveUp(range)).status).toBe(200);
  expect(await records({ series: 9 })).toMatchObject([{ status: 'AUTHORIZED', attempt: 2 }]);
});

test.each(['AUTHORIZED', 'CANCELLED', 'PROCESSING', 'DENIED'])(
  'the number of a document that is %s is refused by name, and nothing is sent',
  async (state) => {
    const number = await numbered(state);
    const { status, body } = await giveUp({ series: 1, startNumber: number - 1, endNumber: number + 1 });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(`O número ${number} `) });
    expect(await records({ startNumber: number - 1 })).toEqual([]);
  },
);

test('the number of a rejected document, or of a draft, can be given up', async () => {
  const number = await numbered('REJECTED');
  expect((await giveUp({ series: 1, startNumber: number, endNumber: number })).status).toBe(200);
});

test.each([
  ['overlaps at its start', 20, 30],
  ['overlaps at its end', 5, 10],
  ['lies inside', 12, 14],
  ['lies around', 9, 21],
])('a range that %s of another is refused', async (_how, startNumber, endNumber) => {
  await giveUp({ series: 10, startNumber: 10, endNumber: 20 });
  const { status, body } = await giveUp({ series: 10, startNumber, endNumber });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_state' });
  expect(body.message).toContain('de 10 a 20');
});

test('ranges side by side, of another model or series, do not touch', async () => {
  const ranges = [
    { series: 11, startNumber: 10, endNumber: 20 },
    { series: 11, startNumber: 9, endNumber: 9 },
    { series: 11, startNumber: 21, endNumber: 21 },
    { series: 11, startNumber: 10, endNumber: 20, model: '65' },
    { series: 0, startNumber: 10, endNumber: 20 },
    { series: 889, startNumber: 999_999_000, endNumber: 999_999_999 },
  ];
  for (const range of ranges) expect((await giveUp(range)).status).toBe(200);
});

test.each([
  ['series', -1],
  ['series', 890],
  ['series', 1.5],
  ['series', '1'],
  ['series', undefined],
  ['startNumber', 0],
  ['startNumber', 1_000_000_000],
  ['endNumber', 0],
  ['endNumber', 499],
  ['endNumber', 1_500],
  ['endNumber', 1_000_000_000],
  ['justification', 'x'.repeat(14)],
  ['justification', ` ${'x'.repeat(14)} `],
  ['justification', 'x'.repeat(256)],
  ['justification', `${justification} 😀`],
  ['justification', undefined],
  ['model', '57'],
  ['model', 55],
])('%s %j is 400', async (field, value) => {
  const { status, body } = await giveUp({ startNumber: 500, endNumber: 501, [field]: value });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'validation_error',
    issues: expect.arrayContaining([{ path: field, message: expect.any(String) }]),
  });
});

test('a company reads its own ranges alone', async () => {
  const { body } = await giveUp({ series: 12, startNumber: 1, endNumber: 1 });
  const { id } = body.record as { id: string };
  const other = await newCompany(api.orm);
  expect((await api.call('GET', `${path}/${id}`, { key: other.key })).status).toBe(404);
  expect((await api.call('GET', path, { key: other.key })).body).toMatchObject({ data: [] });
});

test('without fiscal settings, or with a CPF, the answer says what to do', async () => {
  const bare = await newCompany(api.orm, { settings: null });
  const farmer = await newCompany(api.orm);
  await acrossCompanies(api.orm).execute(`update company set tax_id = '52998224725' where id = ?`, [farmer.company.id]);
  for (const [caller, words] of [
    [bare.key, 'configurações fiscais'],
    [farmer.key, 'CPF'],
  ] as const) {
    const { status, body } = await giveUp({}, caller);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_state' });
    expect(body.message).toContain(words);
  }
});

test('without a certificate the answer says so, and nothing is sent', async () => {
  const bare = await newCompany(api.orm, { certificateEnds: null });
  const { status, body } = await giveUp({}, bare.key);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'certificate_missing' });
});

test('with Temporal away the answer is 503, and the numbers are not held', async () => {
  const away = await startApi({ databaseUrl: installation.env.databaseUrl });
  const body = { series: 13, startNumber: 1, endNumber: 1, justification };
  const answer = await away.call('POST', path, { key, body });
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await records({ series: 13 })).toMatchObject([{ status: 'REJECTED' }]);
  await away.close();
});

test('a request that outlives its patience is 503, and the outcome is in the record afterwards', async () => {
  await installation.authority.control('PUT', '/scenario', { latencyMs: 1_500, times: 1, service: 'NfeInutilizacao' });
  const range = { series: 14, startNumber: 1, endNumber: 1 };
  const hasty = await startApi({
    temporal: installation.client,
    databaseUrl: installation.env.databaseUrl,
    patienceMs: 300,
  });
  const { status, body, headers } = await hasty.call('POST', path, { key, body: { ...range, justification } });
  await hasty.close();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'authority_unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await until('it is given up', async () => (await records({ series: 14, status: 'AUTHORIZED' })).length === 1);
  expect((await giveUp(range)).status).toBe(200);
});

test('the 503 of a range that waits tells what for', async () => {
  await installation.authority.control('PUT', '/scenario', { reset: true, service: 'NfeInutilizacao' });
  const range = { series: 15, startNumber: 1, endNumber: 1 };
  const hasty = await startApi({
    temporal: installation.client,
    databaseUrl: installation.env.databaseUrl,
    patienceMs: 300,
  });
  const told = /^A SEFAZ ainda não respondeu \(Inutilização\)\. .+\. A inutilização .* segue/;
  await until('it is told why', async () => {
    const { status, body } = await hasty.call('POST', path, { key, body: { ...range, justification } });
    return status === 503 && told.test(String(body.message));
  });
  await hasty.close();
  await installation.authority.control('DELETE', '/scenario');
  await until('it is given up', async () => (await records({ series: 15, status: 'AUTHORIZED' })).length === 1);
});

test('a refused range is explained in its record, also to who asks later', async () => {
  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 241 },
    times: 1,
    service: 'NfeInutilizacao',
  });
  const { body: refused } = await giveUp({ series: 16 });
  expect(refused).toMatchObject({ code: 'authority_rejected', rejection: { code: '241' } });
  const [{ id } = { id: '' }] = await records({ series: 16 });
  const { body } = await api.call('GET', `${path}/${id}`, { key });
  expect(body).toMatchObject({ status: 'REJECTED', rejection: refused.rejection });
  await giveUp({ series: 16 });
  const taken = await api.call('GET', `${path}/${id}`, { key });
  expect(taken.body.status).toBe('AUTHORIZED');
  expect(taken.body).not.toHaveProperty('rejection');
});

function giveUp(range: Record<string, unknown>, caller = key) {
  const body = { series: 1, startNumber: 900, endNumber: 901, justification, ...range };
  return api.call('POST', path, { key: caller, body });
}

function records(of: Partial<Pick<Inutilization, 'series' | 'startNumber' | 'status'>>): Promise<Inutilization[]> {
  return acrossCompanies(api.orm).find(Inutilization, { company: company.id, ...of });
}

/** How many messages about ranges of a model and series were sent. */
function sends(modelAndSeries: string): Promise<number> {
  const subject = { $like: `ID____${company.taxId}${modelAndSeries}%` };
  return acrossCompanies(api.orm).count(AuthorityCall, { subject, service: 'NfeInutilizacao' });
}

let lastNumber = 2_000;

/** The number, in series 1, of a document in this state. */
async function numbered(state: string): Promise<number> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  lastNumber += 10;
  const [status, isDenied] = state === 'DENIED' ? ['REJECTED', true] : [state, false];
  await acrossCompanies(api.orm).execute(
    `update document set status = ?, is_denied = ?, series = 1, number = ?, claimed_at = now() where id = ?`,
    [status, isDenied, lastNumber, body.id],
  );
  return lastNumber;
}
