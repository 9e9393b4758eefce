import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderMailer } from '../../../adapters/mail/mailer.ts';
import { invitationMail } from '../../../domain/pages/invitation/mail.ts';
import { readMail } from '../../../local/demo/mailbox.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lavra-mail-'));
});
afterAll(() => rm(home, { recursive: true }));

const content = invitationMail({
  office: { name: 'Contábil <Horizonte> & Filhos', taxId: '11222333000181', email: null },
  company: { name: 'Padaria São José', taxId: '11444777000161' },
  url: 'https://lavra.example/convites/abc',
  expiresAt: new Date('2026-11-30T02:30:00Z'),
});
const mail = { id: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b', to: ['dona@empresa.example'], replyTo: null, ...content };

test('each mail becomes one file that mail programs open and nobody else on the machine reads', async () => {
  const folder = join(home, 'mails');
  const mailer = folderMailer({ folder, from: 'Lavra <lavra@localhost>' });
  expect(await mailer.check()).toBeNull();
  for (let times = 0; times < 2; times += 1) expect(await mailer.send(mail)).toEqual({ kind: 'taken', refused: [] });
  expect(await readdir(folder)).toEqual([`${mail.id}.eml`]);
  const path = join(folder, `${mail.id}.eml`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const opened = readMail(await readFile(path));
  expect(opened.subject).toBe('Contábil <Horizonte> & Filhos pede acesso aos documentos fiscais de Padaria São José');
  expect(opened.text).toContain('Contábil <Horizonte> & Filhos (CNPJ 11.222.333/0001-81) pede');
  expect(opened.text).toContain('https://lavra.example/convites/abc');
  expect(opened.text).toContain('29/11/2026 às 23:30 (horário de Brasília)');
  expect(opened.html).toContain('Contábil &lt;Horizonte&gt; &amp; Filhos');
  expect(opened.html).toContain('href="https://lavra.example/convites/abc"');
  expect(opened.headers.get('to')).toEqual(['dona@empresa.example']);
});

test('a folder that cannot be written puts the mail off', async () => {
  const file = join(home, 'file');
  await writeFile(file, '');
  const mailer = folderMailer({ folder: join(file, 'mails'), from: 'Lavra <lavra@localhost>' });
  expect(await mailer.send(mail)).toMatchObject({ kind: 'later' });
  expect(await mailer.check()).toMatch(/não pode ser escrita/);
});
