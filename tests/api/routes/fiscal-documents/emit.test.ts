import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, Connection } from '@temporalio/client';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { localSettings } from '../../../../local/settings.ts';
import { temporalExecutable } from '../../../../local/temporal/executable.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { emissionId } from '../../../../temporal/names.ts';
import { startBareTemporal } from '../../../support/servers/bare-temporal.ts';
import { ownPorts } from '../../../support/servers/own-ports.ts';
import { type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { startOwnApi } from '../../own-api.ts';
import { causesIn } from './causes.ts';
import { losingAnswers } from './lost-start.ts';

let api: TestApi;
let temporal: TestTemporal;
let key: string;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  ({ key } = await newCompany(api.orm));
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

test.each([
  ['without a body', undefined],
  ['with null', 'null'],
  ['with {}', {}],
  ['with null for the moment', { issueDateTime: null }],
])('a draft is emitted %s, as of now', async (_what, body) => {
  const id = await draft(api);
  const asked = Date.now();
  const { status, body: answer } = await emit(id, body);
  expect(status).toBe(202);
  expect(answer).toEqual({
    documentId: id,
    ...{ status: 'PROCESSING', number: 0, accessKey: null, pdfUrl: null, xmlUrl: null },
    ...{ rejectionReason: null, contingency: null },
    runId: expect.any(String),
    message: expect.stringMatching(/processamento/),
  });
  const { issueDateTime, attempt } = await stored(id);
  expect(attempt).toBe(1);
  expect(issueDateTime.getTime()).toBeGreaterThanOrEqual(asked);
  await temporal.client.workflow.getHandle(emissionId(id, 1)).terminate();
});

test('the moment of issue may be given, in any offset', async () => {
  const id = await draft(api);
  expect((await emit(id, { issueDateTime: '2026-11-21T10:30:00-03:00' })).status).toBe(202);
  expect((await stored(id)).issueDateTime.toISOString()).toBe('2026-11-21T13:30:00.000Z');
  await temporal.client.workflow.getHandle(emissionId(id, 1)).terminate();
});

test.each(['', 'ontem', '2026-11-21', '2026-02-31T10:00:00Z', '2026-11-21T10:30:00', '0001-01-01T00:00:00Z', 17, true])(
  'the moment %j is 400 and the document stays a draft',
  async (issueDateTime) => {
    const id = await draft(api);
    const { status, body } = await emit(id, { issueDateTime });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
    expect(body.issues).toMatchObject([{ path: 'issueDateTime' }]);
    expect((await stored(id)).status).toBe('DRAFT');
  },
);

test.each(['PROCESSING', 'AUTHORIZED', 'CANCELLED'] as const)(
  'a document that is %s cannot be emitted',
  async (status) => {
    const id = await draft(api);
    await acrossCompanies(api.orm).nativeUpdate(Document, { id }, { status });
    const answer = await emit(id);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(status) });
  },
);

test('twenty emits at the same moment start one attempt', async () => {
  const id = await draft(api);
  const answers = await Promise.all(Array.from({ length: 20 }, () => emit(id)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  expect((await stored(id)).attempt).toBe(1);
  await temporal.client.workflow.getHandle(emissionId(id, 1)).terminate();
});

test('with Temporal away the answer is 503 and the document is as before', async () => {
  const away = await startApi();
  const { key } = await newCompany(away.orm);
  const id = await draft(away, key);
  const before = await away.call('GET', `/v1/fiscal-documents/${id}`, { key });
  const { status, body, headers } = await away.call('POST', `/v1/fiscal-documents/${id}/emit`, { key });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const after = await away.call('GET', `/v1/fiscal-documents/${id}`, { key });
  expect(after.body).toEqual({ ...before.body, updatedAt: expect.any(String) });
  expect(causesIn(await away.logs(), 'a request found a part away')).toContainEqual(
    expect.stringMatching(/DEADLINE_EXCEEDED|UNAVAILABLE/),
  );
  await away.close();
});

test('with a Temporal that lacks what workers make there the answer is the same, and the log tells them apart', async () => {
  const [port = 0] = await ownPorts(1);
  const executable = await temporalExecutable(localSettings());
  const bare = await startBareTemporal({ executable, port });
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  const unprepared = await startOwnApi({ temporal: new Client({ connection }) });
  const { key } = await newCompany(unprepared.orm);
  const id = await draft(unprepared, key);
  const { status, body } = await unprepared.call('POST', `/v1/fiscal-documents/${id}/emit`, { key });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  const causes = causesIn(await unprepared.logs(), 'a request found a part away');
  expect(causes).toContainEqual(expect.stringMatching(/no mapping defined for search attribute/));
  await unprepared.close();
  await connection.close();
  await bare.stop();
});

test('a start whose answer was lost, and which a workflow claimed, is a 202', async () => {
  const { client, runId } = losingAnswers(() => lost.orm);
  const lost = await startOwnApi({ temporal: client });
  const { key } = await newCompany(lost.orm);
  const id = await draft(lost, key);
  const { status, body } = await lost.call('POST', `/v1/fiscal-documents/${id}/emit`, { key });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: 'PROCESSING', runId });
  await lost.close();
});

function emit(id: string, body?: unknown) {
  return api.call('POST', `/v1/fiscal-documents/${id}/emit`, { key, body });
}

async function draft(on: TestApi, as = key): Promise<string> {
  const { body } = await on.call('POST', '/v1/fiscal-documents', { key: as, body: sale() });
  return String(body.id);
}

async function stored(id: string): Promise<Document> {
  return acrossCompanies(api.orm).findOneOrFail(Document, { id });
}
