import { afterEach, expect, test } from 'vitest';
import {
  createLavra,
  type FiscalDocumentCreation,
  type Lavra,
  LavraError,
  type LavraOptions,
} from '../../../clients/typescript/src/index.ts';
import { demoSale } from '../../../local/demo/sales.ts';
import {
  answers,
  breaksOff,
  breaksOffHalfway,
  type Deed,
  interferes,
  openScriptedServer,
  refuses,
  type ScriptedServer,
} from './scripted-server.ts';

const sale = demoSale('pedido-1') as FiscalDocumentCreation;
const created = answers(201, { id: 'd-1', status: 'PROCESSING' });
const document = answers(200, { id: 'd-1', status: 'AUTHORIZED' });

let server: ScriptedServer;
afterEach(() => server?.close());

async function against(deeds: Deed[], options: Partial<LavraOptions> = {}): Promise<Lavra> {
  server = await openScriptedServer(...deeds);
  return createLavra({ baseUrl: server.url, apiKey: 'ck_test', maxPauseSeconds: 2, ...options });
}

/** The error that refused a call. */
async function refusal(call: Promise<unknown>): Promise<LavraError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LavraError)) throw new Error('not refused with a LavraError', { cause: error });
  return error;
}

const keys = (): unknown[] => server.heard.map(({ headers }) => headers['idempotency-key']);

test.each([
  ['429', refuses(429, 'rate_limited', { 'retry-after': '1' })],
  ['503', refuses(503, 'service_unavailable', { 'retry-after': '1' })],
])(
  'a create that is refused with %s is repeated under its key, not before the time that was asked',
  async (_, refused) => {
    const lavra = await against([refused, created]);
    expect(await lavra.documents.create(sale)).toMatchObject({ id: 'd-1' });
    const [first, second] = server.heard;
    expect(first?.headers.authorization).toBe('Bearer ck_test');
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys()).toEqual([keys()[0], keys()[0]]);
    expect(second?.body).toBe(first?.body);
    expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(990);
  },
);

test('a time to wait may be a date of the server, whose clock may be another', async () => {
  const [now, then] = [Date.parse('2020-01-01T00:00:00Z'), Date.parse('2020-01-01T00:00:01Z')];
  const dates = { date: new Date(now).toUTCString(), 'retry-after': new Date(then).toUTCString() };
  const lavra = await against([refuses(503, 'service_unavailable', dates), document]);
  await lavra.documents.get('d-1');
  expect(server.heard[1]!.atMs - server.heard[0]!.atMs).toBeGreaterThanOrEqual(990);
});

test('the key that a caller gives is sent, and two creates without one have two', async () => {
  const lavra = await against([created]);
  await lavra.documents.create(sale, { idempotencyKey: 'pedido-1' });
  await lavra.documents.create(sale);
  await lavra.documents.create(sale);
  expect(keys()[0]).toBe('pedido-1');
  expect(new Set(keys()).size).toBe(3);
});

test.each([
  ['before', breaksOff],
  ['in', breaksOffHalfway],
])('where the connection breaks %s the answer, a create is repeated under its key', async (_, broken) => {
  const lavra = await against([broken, created]);
  expect(await lavra.documents.create(sale)).toMatchObject({ id: 'd-1' });
  expect(keys()).toEqual([keys()[0], keys()[0]]);
});

test('where the connection breaks, what reads is repeated, and what acts without a key is not', async () => {
  const lavra = await against([breaksOff, document, breaksOff]);
  expect(await lavra.documents.get('d-1')).toMatchObject({ status: 'AUTHORIZED' });
  const error = await refusal(lavra.documents.cancel('d-1', { justification: 'Pedido desfeito pelo cliente' }));
  expect(error).toMatchObject({ code: 'connection_failed', status: 0 });
  expect(server.heard).toHaveLength(3);
});

test('what something else than Lavra answers is repeated only where that does no harm', async () => {
  const lavra = await against([interferes(503), document, interferes(503)]);
  await lavra.documents.get('d-1');
  const error = await refusal(lavra.documents.emit('d-1'));
  expect(error).toMatchObject({ code: 'unexpected_answer', status: 503 });
  expect(server.heard).toHaveLength(3);
});

test('a refusal of Lavra for now is waited for by every call: nothing was done', async () => {
  const lavra = await against([
    refuses(503, 'service_unavailable', { 'retry-after': '0' }),
    answers(202, { id: 'd-1' }),
  ]);
  expect(await lavra.documents.emit('d-1')).toMatchObject({ id: 'd-1' });
});

test('a wait longer than the longest pause is no wait: the error says how long it would be', async () => {
  const lavra = await against([refuses(429, 'sefaz_wait', { 'retry-after': '3540' })]);
  const error = await refusal(lavra.post('/v1/received-documents/sync'));
  expect(error).toMatchObject({ code: 'sefaz_wait', status: 429, details: { retryAfterSeconds: 3540 } });
  expect(server.heard).toHaveLength(1);
});

test('retries have an end, which is the last refusal', async () => {
  const lavra = await against([refuses(503, 'service_unavailable', { 'retry-after': '0' })], { maxRetries: 2 });
  expect(await refusal(lavra.documents.get('d-1'))).toMatchObject({ code: 'service_unavailable', status: 503 });
  expect(server.heard).toHaveLength(3);
});

test('a signal ends a pause at once, with its reason', async () => {
  const lavra = await against([refuses(503, 'service_unavailable', { 'retry-after': '3600' })], {
    maxPauseSeconds: 7200,
  });
  const giveUp = new AbortController();
  const reason = new Error('the shop closes');
  const call = lavra.documents.create(sale, { signal: giveUp.signal });
  setTimeout(() => giveUp.abort(reason), 200);
  await expect(call).rejects.toBe(reason);
  expect(server.heard).toHaveLength(1);
});

test('an answer that does not come in time is an error of its own', async () => {
  const lavra = await against([() => {}], { timeoutSeconds: 0.2, maxRetries: 0 });
  expect(await refusal(lavra.documents.get('d-1'))).toMatchObject({ code: 'timeout', status: 0 });
});

test('a refusal has code, message, faults and the id of the request, and is not repeated', async () => {
  const issues = [{ path: 'items[0].ncm', message: 'deve ter 8 dígitos', code: 'validation_error' }];
  const body = {
    statusCode: 400,
    error: 'Bad Request',
    message: 'items[0].ncm deve …',
    code: 'validation_error',
    issues,
  };
  const lavra = await against([answers(400, body)]);
  expect(await refusal(lavra.documents.create(sale))).toMatchObject({
    name: 'LavraError',
    status: 400,
    code: 'validation_error',
    message: 'items[0].ncm deve …',
    details: { issues },
    requestId: 'req-1',
  });
  expect(server.heard).toHaveLength(1);
});

test('a list gives row after row, and asks for a page when the one before was taken', async () => {
  const page: Deed = (response, { path }) => {
    const number = Number(new URL(path, 'http://x').searchParams.get('page'));
    answers(200, { data: [{ id: `p${number}a` }, { id: `p${number}b` }], meta: { page: number, totalPages: 3 } })(
      response,
      { path } as never,
    );
  };
  const lavra = await against([page]);
  const seen: string[] = [];
  for await (const { id } of lavra.list('/v1/products', { params: { query: { search: 'café' } } })) {
    seen.push(id);
    if (seen.length === 3) expect(server.heard).toHaveLength(2);
  }
  expect(seen).toEqual(['p1a', 'p1b', 'p2a', 'p2b', 'p3a', 'p3b']);
  expect(server.heard[1]?.path).toBe('/v1/products?search=caf%C3%A9&page=2');
});

test('a list in a query has commas, as the contract says', async () => {
  const lavra = await against([answers(200, {})]);
  const query = { year: 2026, month: 11, companyIds: ['c-1', 'c-2'] };
  await lavra.get('/v1/accounting/received-documents/export', { params: { query } });
  expect(server.heard[0]?.path).toBe('/v1/accounting/received-documents/export?year=2026&month=11&companyIds=c-1,c-2');
});

test('a round of changes follows the cursor to its end, and gives it with every page', async () => {
  const page = (cursor: string, hasMore: boolean, ...data: object[]): Deed =>
    answers(200, { data, meta: { nextCursor: cursor, hasMore, totalPages: null } });
  const lavra = await against([
    page('c1', true, { id: 'a' }, { id: 'x', deleted: true }, { id: 'b' }),
    page('c2', true),
    page('c3', false, { id: 'c' }),
  ]);
  const pages: unknown[] = [];
  for await (const { documents, removed, cursor } of lavra.documents.changes({
    changedSince: '2026-11-01T00:00:00-03:00',
    type: 'NFE',
  })) {
    pages.push([cursor, documents.map(({ id }) => id), removed]);
  }
  expect(pages).toEqual([
    ['c1', ['a', 'b'], ['x']],
    ['c2', [], []],
    ['c3', ['c'], []],
  ]);
  expect(server.heard.map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams))).toEqual([
    { type: 'NFE', changedSince: '2026-11-01T00:00:00-03:00' },
    { type: 'NFE', cursor: 'c1' },
    { type: 'NFE', cursor: 'c2' },
  ]);
});

test('who waits for a document gets it decided, or an error that says what it waits for', async () => {
  const waiting = answers(200, {
    id: 'd-1',
    status: 'PROCESSING',
    waiting: { kind: 'AUTHORITY_PAUSED', reason: 'A SEFAZ suspendeu o serviço.' },
  });
  const lavra = await against([waiting, waiting, document, waiting]);
  expect(await lavra.documents.waitFor({ id: 'd-1' })).toMatchObject({ status: 'AUTHORIZED' });
  const error = await refusal(lavra.documents.waitFor('d-1', { timeoutSeconds: 0.5 }));
  expect(error.code).toBe('still_processing');
  expect(error.message).toContain('A SEFAZ suspendeu o serviço.');
});
