import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import { masterKey, sealOwner, unseal } from '../../../domain/seal.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newestCertificate } from '../../../operations/newest-certificate.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { make, pfxOf } from '../../domain/companies/making-certificates.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const company = '11222333000181';
const password = 'segredo do A1';
const key = randomBytes(32);
const root = make({ name: 'AC Raiz de Teste', ca: true });
const holder = { name: `LOJA DE TESTE LTDA:${company}`, cnpj: company, issuer: root };
const leaf = make(holder);
let orm: Orm;
let folder: string;
let file: string;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-certificates-'));
  file = join(folder, 'a1.pfx');
  await writeFile(file, pfxOf(leaf, { password, algorithm: '3des' }));
  await writeFile(join(folder, 'ca.pem'), root.pem);
  const url = await testDatabase();
  settings = { DATABASE_URL: url, LAVRA_MASTER_KEY: key.toString('base64'), LAVRA_CA_BUNDLE: join(folder, 'ca.pem') };
  orm = await patientOrm(url);
  await createCompany(acrossCompanies(orm), companyForm);
});
afterAll(async () => {
  await orm.close();
  await rm(folder, { recursive: true });
});

test('a certificate is stored sealed, opens with the master key alone, and is listed without secrets', async () => {
  const { code, answer } = await add([], `${password}\n`);
  expect(code).toBe(0);
  expect(answer).toMatchObject({ taxId: company, isActive: true });
  const [stored] = await acrossCompanies(orm).findAll(Certificate);
  if (!stored) throw new Error('nothing was stored');
  const [row] = await orm.em.getConnection().execute<unknown[]>('select * from certificate');
  expect(JSON.stringify(row)).not.toMatch(/PRIVATE KEY|segredo/);
  const opened: unknown = JSON.parse(
    unseal(masterKey(key), sealOwner.certificate(stored.company, stored.id), stored.sealed),
  );
  expect(opened).toMatchObject({ privateKeyPem: expect.stringContaining('BEGIN PRIVATE KEY'), chainPem: '' });
  const listed = await lavra(['certificate', 'list', '--json'], settings);
  expect(listed.out).not.toMatch(/sealed|PRIVATE KEY|segredo/);
});

test('the same certificate given twice is one', async () => {
  await add([], password);
  await add([], password);
  expect(await acrossCompanies(orm).count(Certificate)).toBe(1);
});

test.each([
  ['a wrong password', '', 'outra', 'certificate_wrong_password'],
  ['no file', '/nonexistent.pfx', password, 'unreadable_file'],
])('%s is refused at once, and the password is nowhere in the answer', async (_what, path, given, expected) => {
  const { code, answer, error } = await add(path === '' ? [] : ['--file', path], given);
  expect(code).toBe(1);
  expect(answer).toBeNull();
  expect(error).toMatchObject({ error: { code: expected } });
  expect(JSON.stringify(error)).not.toContain(given);
});

test('without a terminal and without --password-stdin the password is asked for in words', async () => {
  const { code, error } = await lavraJson(['certificate', 'add', '--company', company, '--file', file], settings);
  expect(code).toBe(1);
  expect(error).toMatchObject({ error: { code: 'password_missing' } });
});

test('password and file come through one pipe, and nothing of them lies in a file or a command line', async () => {
  const piped = Buffer.concat([Buffer.from(`${password}\n`), await readFile(file)]);
  const args = ['certificate', 'add', '--company', company, '--file', '-'];
  const { code, answer } = await lavraJson([...args, '--password-stdin'], settings, piped);
  expect({ code, answer }).toMatchObject({ code: 0, answer: { taxId: company } });
  expect(await lavraJson([...args, '--password-stdin'], settings, await readFile(file))).toMatchObject({ code: 1 });
  expect(await lavraJson(args, settings, piped)).toMatchObject({ error: { error: { code: 'password_missing' } } });
});

test('a password in a file works for a file that comes through a pipe', async () => {
  await writeFile(join(folder, 'password'), `${password}\n`);
  const args = ['certificate', 'add', '--company', company, '--file', '-', '--password-file', join(folder, 'password')];
  expect(await lavraJson(args, settings, await readFile(file))).toMatchObject({ code: 0 });
});

test('a password on the command line works, with a warning', async () => {
  const args = ['certificate', 'add', '--company', company, '--file', file, '--password', password];
  const { code, err } = await lavra(args, settings);
  expect(code).toBe(0);
  expect(err).toContain('Aviso');
  expect(err).not.toContain(password);
});

test('without a master key nothing is stored', async () => {
  const args = ['certificate', 'add', '--company', company, '--file', file, '--password-stdin'];
  const { code, error } = await lavraJson(args, { ...settings, LAVRA_MASTER_KEY: '' }, password);
  expect(code).toBe(1);
  expect(error).toMatchObject({ error: { code: 'invalid_settings' } });
});

test('one that ends within 30 days is added with a warning of it', async () => {
  expect((await lavra(addition([]), settings, password)).err).not.toContain('vence em');
  const soon = join(folder, 'soon.pfx');
  await writeFile(soon, pfxOf(make({ ...holder, notAfter: inDays(20) }), { password, algorithm: '3des' }));
  const { code, err } = await lavra(addition(['--file', soon]), settings, password);
  expect([code, err]).toEqual([0, expect.stringMatching(/Aviso.*vence em (19|20) dia\(s\)/)]);
  await acrossCompanies(orm).nativeDelete(Certificate, { notAfter: { $lt: inDays(30) } });
});

test('one that has not begun is added with a warning, and the one that has is used until then', async () => {
  const { answer } = await add([], password);
  const early = join(folder, 'early.pfx');
  const begins = inDays(2);
  const later = make({ ...holder, notBefore: begins, notAfter: inDays(500) });
  await writeFile(early, pfxOf(later, { password, algorithm: '3des' }));
  const { code, err } = await lavra(addition(['--file', early]), settings, password);
  const firstDay = begins.toISOString().slice(0, 10);
  expect([code, err]).toEqual([0, expect.stringContaining(`só vale a partir de ${firstDay}`)]);
  expect((await lavra(['certificate', 'list'], settings)).out).toContain(`vale a partir de ${firstDay}`);
  const used = `select ${newestCertificate('company_id')} as id from certificate limit 1`;
  expect(await acrossCompanies(orm).execute(used)).toEqual([{ id: (answer as { id: string }).id }]);
  await acrossCompanies(orm).nativeDelete(Certificate, { notBefore: { $gt: new Date() } });
});

test('the only valid one of a company is not removed without being asked for, nor one beside it with a question', async () => {
  const { answer } = await add([], password);
  const { id } = answer as { id: string };
  expect(await lavraJson(['certificate', 'remove', id], settings)).toMatchObject({
    code: 1,
    error: { error: { code: 'not_confirmed', message: expect.stringMatching(/único certificado válido.*--force/) } },
  });
  const renewed = join(folder, 'renewed.pfx');
  await writeFile(renewed, pfxOf(make(holder), { password, algorithm: '3des' }));
  const other = await add(['--file', renewed], password);
  expect(await lavraJson(['certificate', 'remove', (other.answer as { id: string }).id], settings)).toMatchObject({
    code: 0,
  });
  expect(await acrossCompanies(orm).count(Certificate, { id })).toBe(1);
});

test('a removed certificate leaves no trace of its key', async () => {
  const { answer } = await add([], password);
  const { id } = answer as { id: string };
  expect((await lavraJson(['certificate', 'remove', id, '--force'], settings)).code).toBe(0);
  expect(await acrossCompanies(orm).count(Certificate, { id })).toBe(0);
  expect(await lavraJson(['certificate', 'remove', id], settings)).toMatchObject({
    error: { error: { code: 'certificate_not_found' } },
  });
});

function add(args: string[], given: string) {
  return lavraJson(addition(args), settings, given);
}

function addition(args: string[]): string[] {
  return ['certificate', 'add', '--company', company, '--file', file, '--password-stdin', ...args];
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
