import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockKeyOf } from '../../../cli/import/lock-key.ts';
import { lockWithin, onOneConnection, unlock } from '../../../cli/import/seen-keys.ts';
import { openImportFile } from '../../../cli/import/source.ts';
import { Client } from '../../../domain/clients/client.entity.ts';
import { Tally } from '../../../domain/companies/tally.entity.ts';
import { ImportRun } from '../../../domain/imports/import-run.entity.ts';
import { advance, type Counts } from '../../../operations/imports/rows.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { cpfOf } from '../../support/samples/tax-ids.ts';
import { lavra, lavraJson } from '../lavra.ts';
import { type Importing, openImporting } from './importing.ts';

let importing: Importing;
beforeAll(async () => {
  importing = await openImporting();
});
afterAll(() => importing.close());

const cnpjs = ['11222333000181', '11444777000161', '34238864000168'] as const;

test('a dry run tells what would be done, and writes nothing', async () => {
  const company = await importing.company();
  await importing.imported('clients', Buffer.from(`nome;cnpj\nAA;${cnpjs[0]}\n`), company);
  const before = await importing.stateOf(company);
  const file = Buffer.from(`nome;cnpj\nA2;${cnpjs[0]}\nBB;${cnpjs[1]}\nB2;${cnpjs[1]}\nCC;123\nDD;\n`);
  const { code, answer } = await importing.imported('clients', file, company, ['--dry-run']);
  expect(code).toBe(4);
  expect(answer).toMatchObject({ dryRun: true, rows: 5, stored: 2, unchanged: 1, refused: 2 });
  const updating = await importing.imported('clients', file, company, ['--dry-run', '--update']);
  expect(updating.answer).toMatchObject({ stored: 3, unchanged: 0, refused: 2 });
  expect(await importing.stateOf(company)).toEqual(before);
});

test('a file that was imported to its end is not imported again, clients without document included, unless --again says so', async () => {
  const company = await importing.company();
  const file = Buffer.from('nome\nAA\nBB\n');
  expect((await importing.imported('clients', file, company)).answer).toMatchObject({ alreadyDone: false, stored: 2 });
  expect(await importing.imported('clients', file, company)).toMatchObject({
    code: 0,
    answer: { alreadyDone: true, stored: 2 },
  });
  expect(await importing.clientsOf(company)).toHaveLength(2);
  const words = await lavra(
    ['import', 'clients', await importing.put(file), '--company', company.taxId],
    importing.settings,
  );
  expect(words.out).toContain('já foi importado até o fim');
  expect((await importing.imported('clients', file, company, ['--again'])).answer).toMatchObject({ stored: 2 });
  expect(await importing.clientsOf(company)).toHaveLength(4);
  expect((await importing.imported('clients', file, await importing.company())).answer).toMatchObject({
    alreadyDone: false,
    stored: 2,
  });
});

test('two imports of the same file at once store each row once', async () => {
  const company = await importing.company();
  const file = Buffer.from(`nome\n${Array.from({ length: 3000 }, (_, at) => `Cliente ${at}`).join('\n')}\n`);
  const runs = await Promise.all([
    importing.imported('clients', file, company),
    importing.imported('clients', file, company),
  ]);
  expect(await importing.clientsOf(company)).toHaveLength(3000);
  expect(runs.filter(({ answer }) => answer?.alreadyDone === false)).toHaveLength(1);
  const [other] = runs.filter(({ answer }) => answer?.alreadyDone !== false);
  // The second import waits some seconds for the first, which may take longer.
  expect(other?.answer?.alreadyDone ?? other?.error).toEqual(
    other?.answer ? true : { error: expect.objectContaining({ code: 'import_running' }) },
  );
});

test('two files that bring the same clients in opposite order do not stop each other', async () => {
  const company = await importing.company();
  const rows = Array.from({ length: 400 }, (_, at) => `Cliente ${at};${cpfOf(at + 1)}`);
  const files = [rows, rows.toReversed()].map((lines) => Buffer.from(`nome;cpf\n${lines.join('\n')}\n`));
  const runs = await Promise.all(files.map((file) => importing.imported('clients', file, company, ['--update'])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(await importing.clientsOf(company)).toHaveLength(400);
});

test('lists and totals know imported clients', async () => {
  const company = await importing.company();
  await importing.imported('clients', Buffer.from(`nome;uf\nAA;SP\nBB;SP\nCC;RJ\n`), company);
  const tallies = await acrossCompanies(importing.orm).find(Tally, { company: company.id, tableName: 'client' });
  expect(tallies.reduce((sum, { rows }) => sum + rows, 0)).toBe(3);
});

test('clients on record stay as they are, unless --update takes over what the file has of them', async () => {
  const company = await importing.company();
  const first = `nome;cnpj;fone;email;ie\nAA;${cnpjs[0]};11 4002-8922;a@a.example;110042490114\nBB;${cnpjs[1]};;;\n`;
  await importing.imported('clients', Buffer.from(first), company);
  const file = Buffer.from(`cnpj;nome;email\n${cnpjs[0]};;\n${cnpjs[1]};BB;\n${cnpjs[2]};CC;c@c.example\n`);
  const kept = await importing.imported('clients', file, company);
  expect(kept.answer).toMatchObject({ stored: 1, unchanged: 1, refused: 1 }); // the new client lacks the fields that a new record needs
  expect((await importing.clientsOf(company))[0]).toMatchObject({ name: 'AA', email: 'a@a.example' });
  const updated = await importing.imported('clients', file, company, ['--update', '--again']);
  expect(updated.answer).toMatchObject({ stored: 1, unchanged: 2, refused: 0 });
  expect(await importing.clientsOf(company)).toMatchObject([
    { name: 'AA', phone: '1140028922', email: null, taxpayerType: 'CONTRIBUINTE' },
    { name: 'BB' },
    { name: 'CC' },
  ]);
});

test('with --update a file needs nothing but the document and what changes', async () => {
  const company = await importing.company();
  await importing.imported('clients', Buffer.from(`nome;cnpj\nAA;${cnpjs[0]}\n`), company);
  const file = Buffer.from(`cnpj;uf;ie\n${cnpjs[0]};SP;110042490114\n${cnpjs[1]};SP;\n`);
  const { answer } = await importing.imported('clients', file, company, ['--update']);
  expect(answer).toMatchObject({
    stored: 1,
    refused: 1,
    errors: [{ row: 3, field: 'name', message: 'é obrigatório' }],
  });
  expect(await importing.clientsOf(company)).toMatchObject([{ name: 'AA', state: 'SP', taxpayerType: 'CONTRIBUINTE' }]);
});

test('a process that finds the file further on than it left it stores nothing more', async () => {
  const company = await importing.company();
  const run = await begunRun(company.id, { rowsDone: 500, rowsStored: 500, rowsRefused: 0 });
  const mine = { rowsDone: 0, rowsStored: 0, rowsRefused: 0 };
  const late = inCompany(importing.orm, company.id, async (em) => {
    em.create(Client, { company: company.id, name: 'AA', taxpayerType: 'NAO_CONTRIBUINTE' });
    await em.flush();
    await advance(em, run, mine, { rowsDone: 1, rowsStored: 1, rowsRefused: 0 });
  });
  await expect(late).rejects.toMatchObject({ code: 'import_running' });
  expect(await importing.clientsOf(company)).toEqual([]);
});

test('a file that another process is importing is refused, after a while in which that may have ended', async () => {
  const company = await importing.company();
  const path = await importing.put('nome\nAA\n');
  const source = await openImportFile(path);
  await source.close();
  const key = lockKeyOf({ company, kind: 'clients' }, source);
  await onOneConnection(importing.orm, async (session) => {
    expect(await lockWithin(session, key, 0)).toBe(true);
    const args = ['import', 'clients', path, '--company', company.taxId];
    const { code, error } = await lavraJson(args, importing.settings);
    expect(code).toBe(1);
    expect(error).toMatchObject({ error: { code: 'import_running' } });
    await unlock(session, key);
  });
  expect(await importing.stateOf(company)).toEqual({ runs: [], clients: [], products: [] });
});

async function begunRun(company: string, counts: Counts): Promise<ImportRun> {
  const em = acrossCompanies(importing.orm);
  const run = em.create(ImportRun, {
    company,
    kind: 'clients',
    fileHash: 'a'.repeat(64),
    fileName: 'a.csv',
    ...counts,
  });
  await em.flush();
  return run;
}
