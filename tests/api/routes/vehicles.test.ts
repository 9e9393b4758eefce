import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Vehicle } from '../../../domain/carriers/vehicle.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let key: string;
let stranger: string;
beforeAll(async () => {
  api = await startApi();
  key = (await newCompany(api.orm)).key;
  stranger = (await newCompany(api.orm)).key;
});
afterAll(() => api.close());

const vehicle = z.object({ id: z.string(), plate: z.string(), isDefault: z.boolean() });

test('a vehicle is kept in normal form and read back', async () => {
  const fleet = await newFleet();
  const { status, body } = await add(fleet, {
    plate: 'abc-1d23',
    state: 'sp',
    rntc: '12.345.678',
    description: '  Baú   branco ',
  });
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      carrierId: fleet,
      plate: 'ABC1D23',
      state: 'SP',
      rntc: '12345678',
      description: 'Baú branco',
      isDefault: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  });
  expect((await call('GET', `${fleet}/vehicles/${String(body.id)}`)).body).toEqual(body);
});

test('the first vehicle is the default, whatever it says; the next are not unless they ask for it', async () => {
  const fleet = await newFleet();
  expect((await add(fleet, { ...plate(1), isDefault: false })).body.isDefault).toBe(true);
  expect((await add(fleet, plate(2))).body.isDefault).toBe(false);
  expect((await add(fleet, { ...plate(3), isDefault: null })).body.isDefault).toBe(false);
  expect((await add(fleet, { ...plate(4), isDefault: true })).body.isDefault).toBe(true);
  expect(await shown(fleet)).toEqual(['ABC0004*', 'ABC0003', 'ABC0002', 'ABC0001']);
});

test('the list shows the default first, page by page, with exact totals', async () => {
  const fleet = await newFleet(3);
  const pages = await Promise.all(['?pageSize=2', '?pageSize=2&page=2'].map((query) => shown(fleet, query)));
  expect(pages).toEqual([['ABC0001*', 'ABC0003'], ['ABC0002']]);
  const { body } = await call('GET', `${fleet}/vehicles?pageSize=2`);
  expect(body.meta).toEqual({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
});

test('a vehicle that is made the default demotes the one before', async () => {
  const fleet = await newFleet(3);
  const id = await idOf(fleet, 'ABC0002');
  expect((await change(fleet, id, { isDefault: true })).body).toMatchObject({ plate: 'ABC0002', isDefault: true });
  expect(await shown(fleet)).toEqual(['ABC0002*', 'ABC0003', 'ABC0001']);
  expect((await change(fleet, id, { description: 'Baú' })).body).toMatchObject({ isDefault: true, description: 'Baú' });
});

test('a default that declines leaves it to the oldest of the others; an only vehicle keeps it', async () => {
  const fleet = await newFleet(3);
  const first = await idOf(fleet, 'ABC0001');
  expect((await change(fleet, first, { isDefault: false })).body.isDefault).toBe(false);
  expect(await shown(fleet)).toEqual(['ABC0002*', 'ABC0003', 'ABC0001']);
  const alone = await newFleet(1);
  const only = await idOf(alone, 'ABC0001');
  expect(await change(alone, only, { isDefault: false })).toMatchObject({ status: 200, body: { isDefault: true } });
});

test('a default that is removed leaves it to the oldest; the last one leaves an empty fleet', async () => {
  const fleet = await newFleet(3);
  await remove(fleet, await idOf(fleet, 'ABC0001'));
  expect(await shown(fleet)).toEqual(['ABC0002*', 'ABC0003']);
  await remove(fleet, await idOf(fleet, 'ABC0003'));
  expect(await shown(fleet)).toEqual(['ABC0002*']);
  await remove(fleet, await idOf(fleet, 'ABC0002'));
  expect(await shown(fleet)).toEqual([]);
  expect((await add(fleet, plate(1))).body.isDefault).toBe(true);
});

test('a fleet keeps exactly one default through 50 requests of every kind at the same moment', async () => {
  const fleet = await newFleet(10);
  const standing = await members(fleet);
  const one = (at: number) => standing[at % 10]?.id ?? '';
  const kinds = [
    (at: number) => add(fleet, { ...plate(100 + at), isDefault: at % 2 === 0 }),
    (at: number) => change(fleet, one(at), { isDefault: true }),
    (at: number) => change(fleet, one(at), { isDefault: false }),
    (at: number) => remove(fleet, one(at)),
    (at: number) => change(fleet, one(at), { description: `rodada ${at}` }),
  ];
  const rounds = Array.from({ length: 10 }, (_, at) => kinds.map((kind) => kind(at)));
  const answers = await Promise.all(rounds.flat());
  expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  const rows = await acrossCompanies(api.orm).find(Vehicle, { carrier: fleet });
  expect(rows).toHaveLength(10);
  expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('of 50 first vehicles at the same moment one is the default', async () => {
  const fleet = await newFleet();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => add(fleet, plate(at))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(answers.filter(({ body }) => body.isDefault)).toHaveLength(1);
  expect((await members(fleet)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('a plate is in a fleet once, also among 50 requests at the same moment, and in a change', async () => {
  const fleet = await newFleet();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => add(fleet, { plate: at % 2 ? 'ABC-1D23' : 'abc1d23', state: 'SP' })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(49);
  expect(new Set(refused.map(({ status, body }) => `${status} ${String(body.code)}`))).toEqual(
    new Set(['422 duplicate_plate']),
  );
  expect(refused[0]?.body.issues).toMatchObject([{ path: 'plate' }]);
  const { body } = await add(fleet, { plate: 'XYZ9876', state: 'PR' });
  expect(await change(fleet, String(body.id), { plate: 'ABC-1D23', isDefault: true })).toMatchObject({
    status: 422,
    body: { code: 'duplicate_plate' },
  });
  expect(await shown(fleet)).toEqual(['ABC1D23*', 'XYZ9876']);
  expect((await add(await newFleet(), { plate: 'ABC1D23', state: 'SP' })).status).toBe(201);
});

test.each(['', '-', '1234567', 'ABC12345', 'ABC*1234', 'Á1', 'ABCDEFG'])(
  'the plate %j is 422 invalid_plate, when it is added and when it is changed',
  async (written) => {
    const fleet = await newFleet(1);
    const id = await idOf(fleet, 'ABC0001');
    for (const answer of [
      await add(fleet, { plate: written, state: 'SP' }),
      await change(fleet, id, { plate: written }),
    ]) {
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code: 'invalid_plate' });
      expect(answer.body.issues).toMatchObject([{ path: 'plate' }]);
    }
    expect(await shown(fleet)).toEqual(['ABC0001*']);
  },
);

test.each([
  [{ plate: 'ABC1D23' }, 'state'],
  [{ plate: 'ABC1D23', state: null }, 'state'],
  [{ plate: 'ABC1D23', state: '' }, 'state'],
  [{ plate: 'ABC1D23', state: 'XX' }, 'state'],
  [{ plate: 'ABC1D23', state: 'São Paulo' }, 'state'],
  [{ state: 'SP' }, 'plate'],
  [{ plate: null, state: 'SP' }, 'plate'],
  [{ plate: 'x'.repeat(21), state: 'SP' }, 'plate'],
  [{ ...plate(1), rntc: '1'.repeat(21) }, 'rntc'],
  [{ ...plate(1), description: 'x'.repeat(256) }, 'description'],
  [{ ...plate(1), description: 'A\u0000' }, 'description'],
  [{ ...plate(1), isDefault: 'yes' }, 'isDefault'],
  [{ ...plate(1), carrierId: 'x' }, 'carrierId'],
])('a vehicle of %j is 400 and names %s', async (body, path) => {
  const fleet = await newFleet();
  const answer = await add(fleet, body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(answer.body.issues).toMatchObject([{ path }]);
  expect(await shown(fleet)).toEqual([]);
});

test.each([[{ plate: null }], [{ state: null }], [{ isDefault: null }], [{ color: 'azul' }]])(
  'a change of %j is 400',
  async (body) => {
    const fleet = await newFleet(1);
    const answer = await change(fleet, await idOf(fleet, 'ABC0001'), body);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'validation_error' });
  },
);

test('what is not sent stays and null clears', async () => {
  const fleet = await newFleet();
  const { body } = await add(fleet, { ...plate(1), rntc: '123', description: 'Baú' });
  const changed = await change(fleet, String(body.id), { description: null, state: 'mg' });
  expect(changed.body).toEqual({ ...body, description: null, state: 'MG', updatedAt: expect.any(String) });
});

test("another company, another carrier's path and a removed carrier find no vehicle", async () => {
  const fleet = await newFleet(1);
  const other = await newFleet(1);
  const id = await idOf(fleet, 'ABC0001');
  const missing = { status: 404, code: 'not_found' };
  const ask = async (path: string, as = key) => {
    const answers = await Promise.all([
      call('GET', path, undefined, as),
      call('PATCH', path, { description: 'Meu' }, as),
      call('DELETE', path, undefined, as),
    ]);
    return answers.map(({ status, body }) => ({ status, code: body.code }));
  };
  expect(await ask(`${fleet}/vehicles/${id}`, stranger)).toEqual([missing, missing, missing]);
  expect(await ask(`${other}/vehicles/${id}`)).toEqual([missing, missing, missing]);
  expect((await call('GET', `${fleet}/vehicles`, undefined, stranger)).status).toBe(404);
  expect((await add(fleet, plate(2), stranger)).status).toBe(404);
  expect(await shown(fleet)).toEqual(['ABC0001*']);
  await call('DELETE', fleet);
  expect(await ask(`${fleet}/vehicles/${id}`)).toEqual([missing, missing, missing]);
  expect((await call('GET', `${fleet}/vehicles`)).status).toBe(404);
  expect((await add(fleet, plate(2))).status).toBe(404);
});

/** A carrier with so many vehicles. @returns its id */
async function newFleet(vehicles = 0): Promise<string> {
  const { body } = await api.call('POST', '/v1/carriers', { key, body: { name: 'Rápido Sul' } });
  const id = String(body.id);
  for (let at = 1; at <= vehicles; at += 1) await add(id, plate(at));
  return id;
}

function plate(at: number) {
  return { plate: `ABC${String(at).padStart(4, '0')}`, state: 'SP' };
}

function call(method: string, path: string, body?: unknown, as = key) {
  return api.call(method, `/v1/carriers/${path}`, { key: as, body });
}

function add(fleet: string, body: unknown, as = key) {
  return call('POST', `${fleet}/vehicles`, body, as);
}

function change(fleet: string, id: string, body: unknown) {
  return call('PATCH', `${fleet}/vehicles/${id}`, body);
}

function remove(fleet: string, id: string) {
  return call('DELETE', `${fleet}/vehicles/${id}`);
}

async function members(fleet: string, query = '?pageSize=100') {
  const { body } = await call('GET', `${fleet}/vehicles${query}`);
  return z.array(vehicle).parse(body.data);
}

/** The plates in the order of the list, the default vehicle's with a star. */
async function shown(fleet: string, query?: string): Promise<string[]> {
  return (await members(fleet, query)).map((one) => `${one.plate}${one.isDefault ? '*' : ''}`);
}

async function idOf(fleet: string, wanted: string): Promise<string> {
  return (await members(fleet)).find((one) => one.plate === wanted)?.id ?? '';
}
