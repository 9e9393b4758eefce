import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../config/logger.ts';
import { createOrm, type Orm } from '../../../config/orm.ts';
import { ApiCall } from '../../../domain/calls/api-call.entity.ts';
import { type CallLog, callLog, type EndedCall } from '../../../operations/calls/call-log.ts';
import { findCalls } from '../../../operations/calls/find-calls.ts';
import { acrossCompanies, administering, inCompany, recordingCalls } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { patienceMs, until } from '../../support/checks/until.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

let database: string;
let orm: Orm;
let apiOrm: Orm;
let panelOrm: Orm;
let one: string;
let other: string;
const logger = createLogger({ level: 'error', format: 'json' }, 'api');

beforeAll(async () => {
  database = await testDatabase();
  [orm, apiOrm, panelOrm] = await Promise.all([
    patientOrm(database),
    createOrm(byLogin(database, 'api'), { connectMs: 150_000 }),
    patientOrm(byLogin(database, 'panel')),
  ]);
  [one, other] = [(await newCompany(orm)).company.id, (await newCompany(orm)).company.id];
});
afterAll(() => Promise.all([orm.close(), apiOrm.close(), panelOrm.close()]));

const em = () => acrossCompanies(orm);
/** A log that waits as long as a busy machine needs, where the product gives up after two seconds, which is not tested here. */
const patientLog = (most: { mostCalls?: number; mostBytes?: number } = {}): CallLog =>
  callLog(apiOrm, { logger, everyMs: 60_000, timeoutMs: patienceMs, ...most });
const kept = (company: string): Promise<number> => em().count(ApiCall, { company });

function call(companyId: string, changes: Partial<EndedCall> = {}): EndedCall {
  return {
    ...{ companyId, keyId: randomUUID(), at: new Date(), method: 'POST', target: '/v1/clients?search=Ana' },
    ...{ operation: 'createClient', status: 201, durationMs: 12.6, requestId: 'req-1', documentId: null },
    request: Buffer.from('{"name":"Ana","email":"ana@example.com","ncm":"96081000"}'),
    ...{ response: '{"id":"7"}', responseType: 'application/json', responseBytes: 10 },
    ...changes,
  };
}

async function full(log: CallLog, calls: EndedCall[]): Promise<{ written: number; dropped: number }> {
  for (const each of calls) log.add(each);
  await log.over();
  return log.counts();
}

test('calls of several companies are written together, masked, in one transaction', async () => {
  const log = patientLog();
  expect(await full(log, [call(one), call(other), call(one, { request: Buffer.from('nothing') })])).toEqual({
    written: 3,
    dropped: 0,
  });
  const [row] = await em().find(ApiCall, { company: other });
  expect(row).toMatchObject({
    ...{ path: '/v1/clients?search=•••', status: 201, durationMs: 13, requestId: 'req-1' },
    ...{ requestBody: '{"name":"•••","email":"•••","ncm":"96081000"}', responseBody: '{"id":"7"}' },
  });
  expect(await em().count(ApiCall, { company: one, requestBody: null })).toBe(1);
});

test('more than it holds is forgotten at once and counted, by their number and by their bytes', async () => {
  const few = patientLog({ mostCalls: 2 });
  expect(await full(few, [call(one), call(one), call(one)])).toEqual({ written: 2, dropped: 1 });
  const small = patientLog({ mostBytes: 100 });
  expect(await full(small, [call(one), call(one)])).toEqual({ written: 1, dropped: 1 });
});

test('a database that is slow costs calls their record and nothing else', async () => {
  const log = callLog(apiOrm, { logger: createLogger({ level: 'error', format: 'json' }, 'api'), everyMs: 10 });
  await em().transactional(async (tx) => {
    await tx.execute('lock table api_call in access exclusive mode');
    log.add(call(one)); // returns nothing that a request could await
    await until('the batch is given up', async () => log.counts().dropped === 1);
  });
  expect(log.counts()).toEqual({ written: 0, dropped: 1 });
  // After a failure the log pauses, and writes again at the end.
  await until('it writes again', async () => (await full(log, [call(one)])).written === 1);
});

test('nothing is asked of the database while a request waits for a connection', async () => {
  const narrow = await createOrm(byLogin(database, 'api'), { pool: 1, connectMs: 150_000 });
  const log = callLog(narrow, { logger, everyMs: 10, timeoutMs: patienceMs });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const holding = inCompany(narrow, one, () => held);
  const waiting = inCompany(narrow, one, async (tx) => tx.execute('select 1'));
  log.add(call(one, { requestId: 'crowded' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await em().count(ApiCall, { requestId: 'crowded' })).toBe(0);
  release();
  await Promise.all([holding, waiting]);
  await until(
    'it is written once nobody waits',
    async () => (await em().count(ApiCall, { requestId: 'crowded' })) === 1,
  );
  await log.over();
  await narrow.close();
});

test('a company keeps a thousand, and its pages are of those', async () => {
  const { id: busy } = (await newCompany(orm)).company;
  const log = patientLog({ mostCalls: 5_000 });
  const begun = Date.now() - 60_000;
  const at = (index: number): Date => new Date(begun + index);
  await full(
    log,
    Array.from({ length: 1_300 }, (_, index) => call(busy, { at: at(index), request: null })),
  );
  expect(await kept(busy)).toBe(1_000);
  // A call older than the thousandth, or than seven days, is no longer shown, even before it is deleted.
  await full(log, [call(busy, { at: at(-1), requestId: 'surplus' })]);
  const acting = { id: busy, actor: { kind: 'PERSON', id: null, name: 'x', office: null } } as const;
  const read = (query: object) => administering(panelOrm, acting, (tx) => findCalls(tx, query, { limit: 5 }));
  expect((await read({ requestId: 'surplus' })).calls).toEqual([]);
  const { calls, next } = await read({});
  expect([calls.length, calls[0]?.at]).toEqual([5, at(1_299)]);
  expect(next).toBe(calls.at(-1)?.id);
});

test('the API writes calls of those companies that its transaction names, and reads none; the panel reads those of one', async () => {
  const insert = (company: string) =>
    recordingCalls(apiOrm, { companies: [one], timeoutMs: patienceMs }, (tx) =>
      tx.execute(
        `insert into api_call (id, company_id, key_id, at, method, path, operation, status, duration_ms, request_id, request_bytes, response_bytes)
         values (gen_random_uuid(), ?, gen_random_uuid(), now(), 'GET', '/', 'x', 200, 1, 'r', 0, 0)`,
        [company],
      ),
    );
  await insert(one);
  await expect(insert(other)).rejects.toThrow(/row-level security/);
  await expect(inCompany(apiOrm, one, (tx) => tx.execute('select * from api_call'))).rejects.toThrow(
    /permission denied/,
  );
  await expect(inCompany(apiOrm, one, (tx) => tx.execute('delete from api_call'))).rejects.toThrow(/permission denied/);
  const acting = { id: one, actor: { kind: 'PERSON', id: null, name: 'x', office: null } } as const;
  const seen = await administering(panelOrm, acting, (tx) =>
    tx.execute<{ company_id: string }[]>('select distinct company_id from api_call'),
  );
  expect(seen).toEqual([{ company_id: one }]);
});
