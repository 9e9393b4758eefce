import { afterEach, expect, test } from 'vitest';
import { createAdmin, createLavra } from '../../../clients/typescript/src/index.ts';
import contract from '../../../openapi/generated/admin.json' with { type: 'json' };
import { answers, breaksOff, type Deed, openScriptedServer, type ScriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
afterEach(() => server?.close());

async function against(...deeds: Deed[]) {
  server = await openScriptedServer(...deeds);
  return createAdmin({ baseUrl: server.url, apiKey: 'lk_test', maxPauseSeconds: 1 });
}

const made = answers(201, { id: 'c-1' });

test('a creation whose answer broke off is asked for again under its key, by an operator’s key', async () => {
  const admin = await against(breaksOff, made);
  await admin.keys.create('c-1', { name: 'ERP', scopes: ['documents:write'] }, { idempotencyKey: 'customer-1-key' });
  expect(
    server.heard.map(({ method, path, headers }) => [method, path, headers['idempotency-key'], headers.authorization]),
  ).toEqual(Array(2).fill(['POST', '/admin/v1/companies/c-1/keys', 'customer-1-key', 'Bearer lk_test']));
  await admin.offices.suspend('o-1');
  expect(server.heard.at(-1)).toMatchObject({ path: '/admin/v1/offices/o-1/suspend', body: '' });
});

test('what goes on from page to page is read to its end', async () => {
  const page = (ids: string[], next: string | null) => answers(200, { data: ids.map((id) => ({ id })), next });
  const admin = await against(page(['e-3', 'e-2'], 'e-2'), page(['e-1'], null));
  const read: string[] = [];
  for await (const { id } of admin.audit.list({ action: ['KEY', 'WEBHOOK'] })) read.push(id);
  expect(read).toEqual(['e-3', 'e-2', 'e-1']);
  expect(server.heard.map(({ path }) => path)).toEqual([
    '/admin/v1/audit?action=KEY,WEBHOOK',
    '/admin/v1/audit?action=KEY,WEBHOOK&after=e-2',
  ]);
});

test('every operation of the contract has a method of its own, which asks for that operation', async () => {
  const admin = await against(answers(200, { data: [], next: null, meta: { totalPages: 1 } }));
  for (const call of callsIn(admin)) await call();
  const asked = new Set(server.heard.map(({ method, path }) => `${method} ${shapeOf(path)}`));
  const known = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`),
  );
  expect([...asked].toSorted()).toEqual(known.toSorted());
});

test('a client of a company has the administration where it is told where that is', () => {
  const options = { baseUrl: 'http://127.0.0.1:1', apiKey: 'ck_test' };
  expect('admin' in createLavra(options)).toBe(false);
  expect(createLavra({ ...options, admin: { ...options, apiKey: 'lk_test' } }).admin.companies).toBeDefined();
});

type Listed = { page?: () => Promise<unknown> };

/** Calls of every method in a group, with the texts that their paths take; lists are read for one page. */
function callsIn(group: object): (() => Promise<unknown>)[] {
  const plain = ['get', 'post', 'put', 'patch', 'delete', 'list'];
  const isRoot = 'companies' in group;
  return Object.entries(group).flatMap(([name, member]: [string, unknown]) => {
    if (isRoot && plain.includes(name)) return [];
    if (typeof member === 'object' && member !== null) return callsIn(member);
    if (typeof member !== 'function') return [];
    return [
      async () => {
        const texts = ['*', '*', '*'].slice(0, member.length);
        const asked: unknown = await Reflect.apply(member, undefined, texts);
        return (asked as Listed | undefined)?.page?.();
      },
    ];
  });
}

function shapeOf(path: string): string {
  return new URL(path, 'http://x').pathname;
}
