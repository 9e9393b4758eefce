import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkIn } from '../../../local/demo/linked.ts';
import { openMailbox } from '../../../local/demo/mailbox.ts';

const link = `http://127.0.0.1:3000/convites/${'Ab-_'.repeat(10)}xyz`;
const text = `Olá, administração da Padaria São João!\n\nAbra o convite: ${link}\n\nAté já.`;
const to = 'dona@padaria.example';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each(['quoted-printable', 'base64'] as const)('a mail in %s is read as it was written', async (encoding) => {
  const mailbox = await openMailbox(folder);
  await sent('1.eml', { to, text, html: `<p>${text}</p>`, textEncoding: encoding });
  const mail = await mailbox.mailTo(to, 1_000);
  expect(mail.text.replaceAll('\r\n', '\n').trim()).toBe(text);
  expect(linkIn(mail)).toBe(link);
});

test('mails of before, to others, and files on their way are not taken for it', async () => {
  await sent('old.eml', { to, text: 'de ontem' });
  const mailbox = await openMailbox(folder);
  await sent('other.eml', { to: 'dono@oficina.example', text: 'de outro' });
  await sent('new.eml.part', { to, text: 'pela metade' });
  await expect(mailbox.mailTo(to, 50)).rejects.toThrow(`o e-mail para ${to} não chegou em 0.05 s`);
  await sent('new.eml', { to, text: 'o de agora' });
  expect((await mailbox.mailTo(to, 1_000)).text.trim()).toBe('o de agora');
});

async function sent(
  file: string,
  mail: { to: string; text: string; html?: string; textEncoding?: 'quoted-printable' | 'base64' },
): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({ from: 'lavra@example.org', subject: 'Convite à empresa', ...mail });
  await writeFile(join(folder, file), message);
}
