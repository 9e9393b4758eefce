import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { returnPathOf } from '../../domain/documents/mails/return-path.ts';
import { masterKey } from '../../domain/seal.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { bounce } from '../support/samples/bounces.ts';
import { recipient as client } from '../support/samples/notes.ts';
import { sale as sold } from '../support/samples/sale.ts';
import { patientOrm, testDatabase } from '../support/servers/parts.ts';
import { lavra, lavraJson } from './lavra.ts';

const mailbox = 'retorno@operador.example';
const sealing = randomBytes(32);

let orm: Orm;
let settings: Record<string, string>;
let folder: string;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, folder] = await Promise.all([patientOrm(url), mkdtemp(join(tmpdir(), 'bounces-'))]);
  settings = { DATABASE_URL: url, LAVRA_MASTER_KEY: sealing.toString('base64'), LAVRA_BOUNCES_TO: mailbox };
});
afterAll(async () => {
  await orm?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A mail that its server has taken. */
async function sentMail(): Promise<{ id: string; to: string; status: () => Promise<string> }> {
  const { company } = await newCompany(orm);
  const em = acrossCompanies(orm);
  const document = authorizedSale(em, { company, payload: sold, client, on: new Date(), number: 1 });
  await em.flush();
  const id = randomUUID();
  await em.execute(
    `insert into document_mail (id, company_id, document_id, kind, email, status, attempts, sent_at, created_at)
     values (?, ?, ?, 'ISSUED', 'compras@cliente.example', 'SENT', 1, now(), now())`,
    [id, company.id, document.id],
  );
  const status = async () => {
    const [row] = await em.execute<{ status: string }[]>('select status from document_mail where id = ?', [id]);
    return row!.status;
  };
  return { id, to: returnPathOf(masterKey(sealing), mailbox, id), status };
}

const recipient = 'compras@cliente.example';

test('a mail server pipes a bounce in, and says to whom it came', async () => {
  const { id, to, status } = await sentMail();
  const other = bounce({ to: mailbox, recipient });
  const { answer, code } = await lavraJson(['mail', 'bounce', '--to', to], settings, other);
  expect({ answer, code }).toMatchObject({
    code: 0,
    answer: { taken: [{ kind: 'ended', mailId: id, status: 'BOUNCED' }] },
  });
  expect(await status()).toBe('BOUNCED');
  const again = await lavraJson(['mail', 'bounce', '--to', to], settings, other);
  expect(again).toMatchObject({ code: 0, answer: { taken: [{ kind: 'nothing' }] } });
});

test('files are read, each by the address in its headers; what is no bounce, or was forged, is reported and left', async () => {
  const [one, two] = [await sentMail(), await sentMail()];
  const forged = one.to.replace(/.@/, (end) => `${end.startsWith('0') ? '1' : '0'}@`);
  const messages = {
    'dead.eml': bounce({ to: one.to, recipient }),
    'late.eml': bounce({ to: two.to, recipient, action: 'delayed', status: '4.4.1' }),
    'forged.eml': bounce({ to: forged, recipient }),
    'person.eml': `To: ${two.to}\r\nSubject: Olá\r\n\r\nObrigado.\r\n`,
    'gone.eml': bounce({ to: returnPathOf(masterKey(sealing), mailbox, randomUUID()), recipient }),
  };
  const files: string[] = [];
  for (const [name, text] of Object.entries(messages)) {
    files.push(join(folder, name));
    await writeFile(files.at(-1)!, text);
  }
  const { answer } = await lavraJson(['mail', 'bounce', ...files], settings);
  const { taken } = answer as { taken: { kind: string }[] };
  expect(taken.map(({ kind }) => kind)).toEqual(['ended', 'nothing', 'foreign', 'no-report', 'unknown']);
  expect([await one.status(), await two.status()]).toEqual(['BOUNCED', 'SENT']);
  const { out } = await lavra(['mail', 'bounce', files[2]!], settings);
  expect(out).toContain('não veio a um endereço que o Lavra assinou');
});

test('without the setting, or without a file, it says so; without the database the server is asked to try again', async () => {
  const { to } = await sentMail();
  const none = await lavra(['mail', 'bounce'], { ...settings, LAVRA_BOUNCES_TO: '' }, 'x');
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('LAVRA_BOUNCES_TO') });
  const missing = await lavra(['mail', 'bounce', join(folder, 'nothing.eml')], settings);
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('Não foi possível ler') });
  const away = { ...settings, DATABASE_URL: 'postgres://127.0.0.1:1/lavra' };
  expect(await lavra(['mail', 'bounce'], away, bounce({ to, recipient }))).toMatchObject({ code: 75 });
});

test('the addresses that take no mail of a company are listed, and lifted by name', async () => {
  const { company } = await newCompany(orm);
  const of = ['mail', 'suppressions', '--company', company.taxId];
  expect((await lavra(of, settings)).out).toContain('todos os endereços recebem');
  for (const email of ['a@loja.example', 'b@loja.example']) {
    await acrossCompanies(orm).execute(
      `insert into mail_suppression (company_id, email, reason, created_at) values (?, ?, '550 5.1.1 User unknown', now())`,
      [company.id, email],
    );
  }
  expect((await lavra(of, settings)).out).toMatch(/a@loja\.example[^]*550 5\.1\.1 User unknown/);
  const { code, answer } = await lavraJson([...of, '--lift', 'A@loja.example'], settings);
  expect({ code, answer }).toMatchObject({ code: 0, answer: { suppressions: [{ email: 'b@loja.example' }] } });
  expect(await lavra([...of, '--lift', 'a@loja.example'], settings)).toMatchObject({ code: 1 });
});
