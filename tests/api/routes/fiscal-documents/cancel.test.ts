import { afterAll, beforeAll, expect, test } from 'vitest';
import { Worker } from '@temporalio/worker';
import type { EventEnd } from '../../../../domain/conversation/progress.ts';
import { AuthorityCall } from '../../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { queues } from '../../../../temporal/names.ts';
import { workflowBundle } from '../../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../../support/servers/temporal.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { becomes } from './documents.ts';

const justification = 'Pedido cancelado pelo cliente antes do envio.';

let api: TestApi;
let temporal: TestTemporal;
let stopWorker: () => Promise<void>;
let key: string;
/** The authority's answer to the next events. */
let end: EventEnd;
let sent: string[];
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  ({ key } = await newCompany(api.orm));
  const worker = await Worker.create({
    connection: temporal.native,
    workflowBundle,
    taskQueue: queues.events,
    activities: {
      prepareEvent: async () => ({ kind: 'ready' }),
      register: async (eventId: string, attempt: number) => {
        sent.push(`${eventId}/${attempt}`);
        return { kind: 'settled', end };
      },
    },
  });
  const running = worker.run();
  stopWorker = async () => {
    worker.shutdown();
    await running;
  };
});
afterAll(async () => {
  await stopWorker();
  await api.close();
  await temporal.close();
});

test('what the authority registers is a success', async () => {
  answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const { status, body } = await cancel(await authorized());
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, message: expect.stringMatching(/cancelado/) });
});

test('what the authority refuses is 422 in its own words, and may be tried again as another attempt', async () => {
  answer({ status: 'REJECTED', cStat: '501', reason: 'Rejeição: Prazo de cancelamento superior ao previsto' });
  const id = await authorized();
  const { status, body } = await cancel(id);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'authority_rejected', cStat: '501', message: expect.stringContaining('Prazo') });
  expect(body.rejection).toEqual({
    code: '501',
    message: 'Rejeição: Prazo de cancelamento superior ao previsto',
    cause: expect.stringContaining('prazo de cancelamento acabou'),
    fix: expect.stringContaining('contabilidade'),
    help: '/docs/rejeicoes/501',
  });
  await acrossCompanies(api.orm).nativeUpdate(DocumentEvent, { document: id }, { status: 'REJECTED' });
  answer({ status: 'REGISTERED', cStat: '135', reason: null });
  expect((await cancel(id)).status).toBe(200);
  expect(sent).toEqual([expect.stringMatching(/\/2$/)]);
});

test.each([
  ['not sent again after ten refusals within an hour', 10, 0, 422],
  ['sent after nine', 9, 0, 200],
  ['sent when the hour is over', 10, 61, 200],
])('what the authority refused is %s', async (_what, times, minutesAgo, expected) => {
  answer({ status: 'REJECTED', cStat: '501', reason: 'Rejeição: Prazo' });
  const id = await authorized();
  await cancel(id);
  await refusedBefore(id, { times, at: new Date(Date.now() - minutesAgo * 60_000) });
  answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const { status, body } = await cancel(id);
  expect(status).toBe(expected);
  if (expected === 200) return;
  expect(body).toMatchObject({ code: 'authority_rejected', cStat: '501', rejection: { code: '501' } });
  expect(body.message).toMatch(/^A SEFAZ recusou: 501 - Rejeição: Prazo\. .*nada foi enviado/);
  expect(sent).toEqual([]);
});

test('without a certificate the refusal says so', async () => {
  answer({ status: 'REJECTED', cStat: null, reason: 'A empresa não tem certificado A1 válido.' });
  const { status, body } = await cancel(await authorized());
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'certificate_missing', message: 'A empresa não tem certificado A1 válido.' });
});

test('ten cancellations at the same moment are one event', async () => {
  answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const id = await authorized();
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(sent).toHaveLength(1);
  expect(await acrossCompanies(api.orm).count(DocumentEvent, { document: id })).toBe(1);
});

test.each(['DRAFT', 'PROCESSING', 'REJECTED', 'CANCELLED'] as const)(
  'a %s document cannot be cancelled',
  async (status) => {
    const id = await authorized();
    await api.orm.em.fork().execute('update document set status = ? where id = ?', [status, id]);
    const { status: answered, body } = await cancel(id);
    expect(answered).toBe(422);
    expect(body).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(status) });
  },
);

test.each([
  ['14 letters', 'x'.repeat(14)],
  ['256 letters', 'x'.repeat(256)],
  ['spaces', ' '.repeat(20)],
  ['letters padded with spaces', `x${' '.repeat(20)}`],
  ['what the schema of the authority has no letters for', `${justification} 😀`],
  ['a control character', `${justification}\u0007`],
  ['a number', 17],
  ['nothing', undefined],
])('a justification of %s is 400', async (_what, text) => {
  const { status, body } = await api.call('POST', `/v1/fiscal-documents/${await authorized()}/cancel`, {
    key,
    body: { justification: text },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', issues: [{ path: 'justification' }] });
});

test.each([
  ['another company’s document', () => foreign()],
  ['an NF-e', () => authorized()],
  ['what is no id', () => 'nada'],
])('an NFC-e has no substitute in %s, and nothing is sent', async (_what, id) => {
  answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const body = { justification, substituteDocumentId: await id() };
  const { status, body: refused } = await api.call('POST', `/v1/fiscal-documents/${await sold()}/cancel`, {
    key,
    body,
  });
  expect({ status, code: refused.code }).toEqual({ status: 422, code: 'invalid_substitute' });
  expect(sent).toEqual([]);
});

test('an NF-e is not cancelled by substitution', async () => {
  const body = { justification, substituteDocumentId: await sold() };
  const answered = await api.call('POST', `/v1/fiscal-documents/${await authorized()}/cancel`, { key, body });
  expect(answered).toMatchObject({ status: 422, body: { code: 'unsupported_document_type' } });
});

test('a substitute of null is none', async () => {
  answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const body = { justification, substituteDocumentId: null };
  expect((await api.call('POST', `/v1/fiscal-documents/${await sold()}/cancel`, { key, body })).status).toBe(200);
});

test('with Temporal away the answer is 503, and nothing is cancelled later behind the caller’s back', async () => {
  const away = await startApi();
  const owner = await newCompany(away.orm);
  const created = await away.call('POST', '/v1/fiscal-documents', { key: owner.key, body: sale() });
  await becomes(away.orm, created.body.id, 'AUTHORIZED');
  const { status, body, headers } = await away.call('POST', `/v1/fiscal-documents/${String(created.body.id)}/cancel`, {
    key: owner.key,
    body: { justification },
  });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const detail = await away.call('GET', `/v1/fiscal-documents/${String(created.body.id)}`, { key: owner.key });
  expect(detail.body).toMatchObject({ status: 'AUTHORIZED', events: [{ type: 'CANCELLATION', status: 'REJECTED' }] });
  await away.close();
});

function answer(next: EventEnd): void {
  end = next;
  sent = [];
}

function cancel(id: string) {
  return api.call('POST', `/v1/fiscal-documents/${id}/cancel`, { key, body: { justification } });
}

/** Writes that the authority refused the document's cancellation this often. */
async function refusedBefore(id: string, { times, at }: { times: number; at: Date }): Promise<void> {
  const em = acrossCompanies(api.orm);
  const { company, environment, accessKey } = await em.findOneOrFail(Document, { id });
  await em.nativeUpdate(
    DocumentEvent,
    { document: id },
    { status: 'REJECTED', cStat: '501', reason: 'Rejeição: Prazo' },
  );
  const subject = `ID110111${accessKey}01`;
  for (let time = 0; time < times; time += 1) {
    const call = { service: 'RecepcaoEvento', subject, cStat: '501', startedAt: at };
    em.create(AuthorityCall, { company, taxIdRoot: '12345678', environment, ...call });
  }
  await em.flush();
}

/** Makes an authorized NFC-e. */
function sold(caller = key): Promise<string> {
  return authorized({ type: 'NFCE', payments: [{ method: 'PIX', value: '100.00' }] }, caller);
}

async function foreign(): Promise<string> {
  return sold((await newCompany(api.orm)).key);
}

async function authorized(changes = {}, caller = key): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key: caller, body: sale(changes) });
  await becomes(api.orm, body.id, 'AUTHORIZED');
  return String(body.id);
}
