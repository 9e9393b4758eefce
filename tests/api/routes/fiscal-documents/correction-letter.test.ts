import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { until } from '../../../support/checks/until.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { causesIn } from './causes.ts';
import { becomes } from './documents.ts';
import { type EventDesk, openEventDesk } from './event-desk.ts';

const correction = 'Onde se lê Rua das Flores, 100, leia-se Rua das Flores, 110.';

let desk: EventDesk;
let api: TestApi;
let key: string;
beforeAll(async () => {
  desk = await openEventDesk();
  api = desk.api;
  ({ key } = await newCompany(api.orm));
});
afterAll(() => desk.close());

test('a letter that the authority registers is answered with its event, which the document lists', async () => {
  desk.answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const id = await authorized();
  const { status, body } = await correct(id, `  ${correction}\n`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    message: 'Carta de correção registrada.',
    event: { type: 'CORRECTION_LETTER', code: '110110', sequence: 1, status: 'REGISTERED', correction },
  });
  const detail = await api.call('GET', `/v1/fiscal-documents/${id}`, { key });
  expect(detail.body).toMatchObject({ status: 'AUTHORIZED', events: [body.event] });
});

test('a refusal is 422 in the authority’s words, and leaves the sequence to the next try', async () => {
  desk.answer({
    status: 'REJECTED',
    cStat: '784',
    reason: 'Rejeição: NFC-e não permite o evento de Carta de Correção',
  });
  const id = await authorized();
  const { status, body } = await correct(id);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'authority_rejected', cStat: '784', message: expect.stringContaining('NFC-e') });
  desk.answer({ status: 'REGISTERED', cStat: '135', reason: null });
  expect((await correct(id, `${correction} (de novo)`)).body).toMatchObject({ event: { sequence: 1 } });
  expect(desk.sent).toEqual([expect.stringMatching(/\/2$/)]);
});

test('fifty letters at the same moment take the sequences 1 to 20, and the others hear that it is full', async () => {
  desk.answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const id = await authorized();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => correct(id, `${correction} Versão ${at}.`)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(30).fill([422, 'limit_reached']));
  const letters = await acrossCompanies(api.orm).find(
    DocumentEvent,
    { document: id },
    { orderBy: { sequence: 'asc' } },
  );
  expect(letters.map(({ sequence, attempt, status }) => [sequence, attempt, status])).toEqual(
    Array.from({ length: 20 }, (_, at) => [at + 1, 1, 'REGISTERED']),
  );
  expect(desk.sent).toHaveLength(20);
});

test('a letter that outlives the patience of its request is 503, waits in the document, and is registered all the same', async () => {
  desk.answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const id = await authorized();
  const hasty = await desk.hastyApi(300);
  const release = desk.hold();
  const path = `/v1/fiscal-documents/${id}`;
  const { status, body } = await hasty.call('POST', `${path}/correction-letter`, { key, body: { correction } });
  await hasty.close();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'authority_unavailable' });
  const detail = async () => (await api.call('GET', path, { key })).body;
  expect(await detail()).toMatchObject({ status: 'AUTHORIZED', events: [{ status: 'PENDING' }] });
  release();
  const { events } = await until('it is registered', async () => {
    const seen = await detail();
    return JSON.stringify(seen.events).includes('"REGISTERED"') && seen;
  });
  expect(events).toMatchObject([{ sequence: 1, status: 'REGISTERED', correction }]);
});

test('the same letter ten times, at once and afterwards, is one event', async () => {
  desk.answer({ status: 'REGISTERED', cStat: '135', reason: null });
  const id = await authorized();
  const answers = await Promise.all(Array.from({ length: 9 }, () => correct(id)));
  answers.push(await correct(id));
  expect(answers.map(({ status, body }) => [status, body.event])).toEqual(
    answers.map(() => [200, answers[0]?.body.event]),
  );
  expect(desk.sent).toHaveLength(1);
});

test.each(['DRAFT', 'PROCESSING', 'REJECTED', 'CANCELLED'] as const)(
  'a %s document takes no letter',
  async (status) => {
    const id = await authorized();
    await api.orm.em.fork().execute('update document set status = ? where id = ?', [status, id]);
    const { status: answered, body } = await correct(id);
    expect(answered).toBe(422);
    expect(body).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(status) });
  },
);

test('an NFS-e takes no letter', async () => {
  const id = await authorized();
  await api.orm.em.fork().execute(`update document set type = 'NFSE' where id = ?`, [id]);
  const { status, body } = await correct(id);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'unsupported_document_type' });
});

test('another company’s document, and what is no document, is 404', async () => {
  const id = await authorized();
  const other = await newCompany(api.orm);
  for (const [at, caller] of [
    [id, other.key],
    ['nada', key],
  ] as const) {
    const path = `/v1/fiscal-documents/${at}/correction-letter`;
    expect((await api.call('POST', path, { key: caller, body: { correction } })).status).toBe(404);
  }
});

test.each([
  ['14 letters', 'x'.repeat(14)],
  ['1001 letters', 'x'.repeat(1001)],
  ['spaces', ' '.repeat(20)],
  ['letters padded with spaces', `x${' '.repeat(20)}`],
  ['what the schema of the authority has no letters for', `${correction} 😀`],
  ['a control character', `${correction}\u0007`],
  ['a control character of Latin-1', `${correction}\u0085`],
  ['a number', 17],
  ['a list', [correction]],
  ['nothing', undefined],
])('a correction of %s is 400', async (_what, text) => {
  const { status, body } = await post(await authorized(), { correction: text });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', issues: [{ path: 'correction' }] });
});

test('with Temporal away the answer is 503, and nothing is sent later behind the caller’s back', async () => {
  const away = await startApi();
  const owner = await newCompany(away.orm);
  const created = await away.call('POST', '/v1/fiscal-documents', { key: owner.key, body: sale() });
  const id = String(created.body.id);
  await becomes(away.orm, id, 'AUTHORIZED');
  const path = `/v1/fiscal-documents/${id}/correction-letter`;
  const { status, body, headers } = await away.call('POST', path, { key: owner.key, body: { correction } });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const detail = await away.call('GET', `/v1/fiscal-documents/${id}`, { key: owner.key });
  expect(detail.body).toMatchObject({ events: [{ type: 'CORRECTION_LETTER', status: 'REJECTED' }] });
  expect(causesIn(await away.logs(), 'a request found a part away')).toContainEqual(
    expect.stringMatching(/DEADLINE_EXCEEDED|UNAVAILABLE/),
  );
  await away.close();
});

function correct(id: string, text = correction) {
  return post(id, { correction: text });
}

function post(id: string, body: unknown) {
  return api.call('POST', `/v1/fiscal-documents/${id}/correction-letter`, { key, body });
}

async function authorized(): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED');
  return String(body.id);
}
