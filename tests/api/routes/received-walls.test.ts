import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { Payable } from '../../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { keyOf } from '../../support/samples/arrivals.ts';
import { type KeptDocument, manifest, receive } from '../../support/rows/received-files.ts';
import { newCompany } from '../fixture.ts';
import { type OwnApi, startOwnApi } from '../own-api.ts';

/** A company with one row of everything that receiving stores. */
type Owner = Awaited<ReturnType<typeof newCompany>> & {
  note: KeptDocument;
  eventId: string;
  payableId: string;
  distributionId: string;
};

const received = '/v1/received-documents';
const october = { year: 2026, month: 10 };
/** A column that a company may change in its own rows, by table. */
const changing: Record<string, string> = {
  distribution: 'next_visit_at',
  received_document: 'updated_at',
  payable: 'updated_at',
};
const tables = ['distribution', 'received_document', 'received_file', 'payable', 'export_link'];

let api: OwnApi;
let owners = 0;
let theirs: Owner;
let ours: Owner;
let nobodys: Awaited<ReturnType<typeof newCompany>>;
beforeAll(async () => {
  api = await startOwnApi();
  theirs = await newOwner();
  ours = await newOwner();
  nobodys = await newCompany(api.orm, { certificateEnds: null });
});
afterAll(() => api.close());

/** Every route of the contract about one received document or payable. */
const routes = Object.entries(contract.paths)
  .filter(([path]) => path.startsWith(`${received}/{id}`) || path.startsWith('/v1/payables/{id}'))
  .flatMap(([path, item]) =>
    ['get', 'post', 'delete', 'put'].filter((one) => one in item).map((one) => ({ method: one.toUpperCase(), path })),
  );

test('there are routes to prove', () => {
  expect(routes.length).toBeGreaterThanOrEqual(6);
});

test.each(routes)(
  '$method $path is 404 for a company that has no such thing, and not for its own',
  async ({ method, path }) => {
    const ask = (owner: Owner, { key }: { key: string }) => {
      const id = path.includes('payables') ? owner.payableId : owner.note.id;
      const events = { type: 'CREDIT_NOTE_ANSWER', accepted: true };
      const body = { events, manifestation: { type: 'CIENCIA' }, payment: {} }[path.split('/').at(-1) ?? ''];
      return api.call(method, path.replace('{id}', id).replace('{eventId}', owner.eventId), {
        key,
        ...(body && method !== 'GET' ? { body } : {}),
      });
    };
    const before = await rowsOf(theirs);
    const foreign = await ask(theirs, ours);
    const unknown = await ask({ ...theirs, payableId: randomUUID(), note: { ...theirs.note, id: randomUUID() } }, ours);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: null }).toEqual({ ...unknown.body, requestId: null });
    expect(await rowsOf(theirs)).toEqual(before);
    expect((await ask(ours, ours)).status).not.toBe(404);
  },
);

test.each([`${received}?pageSize=100`, `${received}?accessKey=KEY`, `${received}?search=KEY`, '/v1/payables'])(
  'GET %s lists a company its own alone',
  async (path) => {
    const of = async ({ key }: { key: string }): Promise<string> =>
      (await api.call('GET', path.replace('KEY', theirs.note.accessKey), { key })).text;
    const mine = await of(theirs);
    expect(mine).toContain(theirs.note.accessKey);
    for (const other of [ours, nobodys]) expect(await of(other)).not.toContain(theirs.note.accessKey);
    expect(JSON.parse(await of(nobodys))).toMatchObject({ data: [] });
  },
);

test('the state of a company tells nothing of another’s, and its sync moves nothing of it', async () => {
  const stateOf = async ({ key }: { key: string }) => (await api.call('GET', `${received}/distribution`, { key })).body;
  expect(await stateOf(theirs)).toMatchObject({ nsu: '77' });
  expect((await stateOf(nobodys))['nsu']).not.toBe('77');
  const before = await rowsOf(theirs);
  await api.call('POST', `${received}/sync`, { key: ours.key });
  await api.call('POST', `${received}/sync`, { key: nobodys.key });
  expect(await rowsOf(theirs)).toEqual(before);
});

test('the month of a company, by key or by link, has nothing of another', async () => {
  const query = `?year=${october.year}&month=${october.month}`;
  expect((await api.call('GET', `${received}/export${query}`, { key: nobodys.key })).status).toBe(404);
  expect((await api.call('POST', `${received}/export/link`, { key: nobodys.key, body: october })).status).toBe(404);
  const { body } = await api.call('POST', `${received}/export/link`, { key: ours.key, body: october });
  const archive = Buffer.from(await (await fetch(String(body['url']))).arrayBuffer());
  expect(archive.includes(ours.note.accessKey)).toBe(true);
  expect(archive.includes(theirs.note.accessKey)).toBe(false);
});

test('the database keeps what belongs to a company behind a wall of its own, in every table that has such rows', async () => {
  const open = await api.orm.em.fork().execute<{ name: string }[]>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and a.attname = 'company_id' and not a.attisdropped and not c.relrowsecurity`,
  );
  expect(open).toEqual([]);
});

test.each(tables)(
  'SQL in the role of one company neither sees nor changes a row of %s that is another’s',
  async (table) => {
    const all = await acrossCompanies(api.orm).execute<{ company_id: string }[]>(`select company_id from ${table}`);
    expect(new Set(all.map((row) => row.company_id))).toEqual(new Set([ours.company.id, theirs.company.id]));
    const as = (sql: string, values: unknown[] = []) =>
      inCompany(api.apiOrm, ours.company.id, (scoped) => scoped.execute<{ company_id: string }[]>(sql, values));
    const seen = await as(`select company_id from ${table}`);
    expect(new Set(seen.map((row) => row.company_id))).toEqual(new Set([ours.company.id]));
    const column = changing[table];
    const mine = all.filter((row) => row.company_id === ours.company.id).length;
    if (column) expect(await as(`update ${table} set ${column} = ${column} returning id`)).toHaveLength(mine);
    await expect(as(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    await expect(as(`update ${table} set company_id = ?`, [theirs.company.id])).rejects.toThrow(/permission denied/);
  },
);

async function newOwner(): Promise<Owner> {
  const owner = await newCompany(api.orm);
  const { id: company, environment } = owner.company;
  const note = await receive(api.orm, owner.company, { accessKey: keyOf((owners += 1)) });
  const { id: eventId } = await manifest(api.orm, owner.company, note);
  const em = acrossCompanies(api.orm);
  const { id: distributionId } = em.create(Distribution, { company, environment, source: 'NFE', lastNsu: 77n });
  const { id: payableId } = em.create(Payable, {
    ...{ company, environment, receivedDocument: note.id, position: 1, dueDate: '2026-12-20', amount: '10.00' },
    ...{ supplierTaxId: '11222333000181', supplierName: `Fornecedor ${note.accessKey}` },
  });
  await em.flush();
  await api.call('POST', `${received}/export/link`, { key: owner.key, body: october });
  return { ...owner, note, eventId, payableId, distributionId };
}

/** The rows that another company's request might have changed. */
async function rowsOf({ company: { id: company } }: Owner): Promise<unknown[]> {
  const em = acrossCompanies(api.orm);
  return [
    await em.find(ReceivedDocument, { company }),
    await em.find(Payable, { company }),
    await em.find(Distribution, { company }),
  ].map((rows) => JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
}
