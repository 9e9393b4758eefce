import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExpiry } from '../../../cli/commands/key.ts';
import type { Orm } from '../../../config/orm.ts';
import { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { hashApiKey, looksLikeApiKey } from '../../../domain/access/key.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const company = '11222333000181';
let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  settings = { DATABASE_URL: url };
  orm = await patientOrm(url);
  await createCompany(acrossCompanies(orm), companyForm);
});
afterAll(() => orm.close());

test('a key is shown once and stored as a hash only', async () => {
  const args = ['key', 'create', '--company', company, '--name', 'ERP', '--scopes', 'documents:write,webhooks:read'];
  const { code, answer } = await lavraJson(args, settings);
  expect(code).toBe(0);
  const { id, key, scopes } = answer as { id: string; key: string; scopes: string[] };
  expect(looksLikeApiKey(key)).toBe(true);
  expect(scopes).toEqual(['documents:write', 'webhooks:read']);
  const stored = await acrossCompanies(orm).findOneOrFail(ApiKey, { id });
  expect(stored).toMatchObject({
    hash: hashApiKey(key),
    ratePerSecond: 20,
    rateBurst: 100,
    expiresAt: null,
    revokedAt: null,
  });
  expect(JSON.stringify(stored)).not.toContain(key);
  const listed = await lavra(['key', 'list', '--company', company], settings);
  expect(listed.out).toContain('ERP');
  expect(listed.out).not.toContain(key);
});

test('a revoked key says so, and revoking again keeps the first instant', async () => {
  const args = [
    'key',
    'create',
    '--company',
    company,
    '--name',
    'perdida',
    '--all-scopes',
    '--rate',
    '5',
    '--burst',
    '6',
  ];
  const { id } = (await lavraJson(args, settings)).answer as { id: string };
  const first = (await lavraJson(['key', 'revoke', id], settings)).answer;
  expect(first).toMatchObject({ id, revokedAt: expect.any(String), ratePerSecond: 5, rateBurst: 6 });
  expect((await lavraJson(['key', 'revoke', id], settings)).answer).toEqual(first);
});

test.each([
  ['an unknown scope', ['--scopes', 'documents:read'], 1, 'unknown_scope'],
  ['a day that is past', ['--expires', '2020-01-01'], 1, 'invalid_expiry'],
  ['no date', ['--expires', 'amanhã'], 1, 'invalid_expiry'],
  ['a rate that is no number', ['--rate', 'muitos'], 1, 'invalid_input'],
  ['an unknown flag', ['--forever'], 2, 'usage'],
])('%s is refused', async (_what, args, exitCode, expected) => {
  const { code, error } = await lavraJson(['key', 'create', '--company', company, '--name', 'x', ...args], settings);
  expect(code).toBe(exitCode);
  expect(error).toMatchObject({ error: { code: expected } });
});

test.each(['nada', '00000000-0000-7000-8000-000000000000'])('no key %s can be revoked', async (id) => {
  expect(await lavraJson(['key', 'revoke', id], settings)).toMatchObject({
    code: 1,
    error: { error: { code: 'key_not_found' } },
  });
});

test('a key lasts until the end of its day in Brasília, or for so many days', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(readExpiry('2027-01-31', now).toISOString()).toBe('2027-02-01T03:00:00.000Z');
  expect(readExpiry('90d', now).toISOString()).toBe('2027-02-19T12:00:00.000Z');
  expect(readExpiry('2026-11-21', now).toISOString()).toBe('2026-11-22T03:00:00.000Z');
});

test('a key of administration reaches every company, or those that are named, and is listed and revoked like others', async () => {
  const args = ['key', 'create', '--admin', '--name', 'Software house', '--scopes', 'companies:read,keys:write'];
  const { answer: all } = await lavraJson(args, settings);
  expect(all).toMatchObject({ isAdmin: true, companyIds: null, scopes: ['companies:read', 'keys:write'] });
  const { id, key } = all as { id: string; key: string };
  expect([key.slice(0, 3), looksLikeApiKey(key)]).toEqual(['lk_', true]);
  const { answer: bound } = await lavraJson([...args, '--company', company], settings);
  expect((bound as { companyIds: string[] }).companyIds).toHaveLength(1);
  const { answer: keys } = await lavraJson(['key', 'list', '--admin'], settings);
  expect((keys as { name: string }[]).map(({ name }) => name)).toEqual(['Software house', 'Software house']);
  expect(JSON.stringify(keys)).not.toContain(key);
  expect(await lavraJson(['key', 'revoke', id], settings)).toMatchObject({
    answer: { id, revokedAt: expect.any(String) },
  });
  const [stored] = await acrossCompanies(orm).execute<{ hash: string }[]>('select * from operator_key where id = ?', [
    id,
  ]);
  expect(stored?.hash).toBe(hashApiKey(key));
  const refused = async (asked: string[]) => (await lavraJson(asked, settings)).error;
  expect(await refused([...args, '--office', company])).toMatchObject({ error: { code: 'invalid_input' } });
  expect(await refused([...args.slice(0, -1), 'documents:write'])).toMatchObject({ error: { code: 'unknown_scope' } });
});
