import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Mail } from '../../../adapters/mail/mail.ts';
import { smtpMailer } from '../../../adapters/mail/smtp.ts';
import { type MailServer, mailServer } from '../../support/servers/mail-server.ts';

const from = 'Lavra Notas <lavra@operador.example>';
const mail: Mail = {
  id: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b',
  to: ['dona@empresa.example', 'socio@empresa.example'],
  replyTo: 'contato@contabil.example',
  subject: 'Contábil Horizonte pede acesso aos documentos fiscais de Padaria São José',
  text: `Olá, ação! ${'Uma linha bastante longa. '.repeat(10)}\n\nhttps://lavra.example/convites/abc=def\n.\nfim`,
  html: '<p>Olá</p>',
};

let server: MailServer;
beforeAll(async () => {
  server = await mailServer();
});
afterEach(() => {
  server.mails.length = 0;
  Object.assign(server.state, { behaviour: 'takes', refusedAddress: null });
});
afterAll(() => server.close());

const mailer = (options: Partial<Parameters<typeof smtpMailer>[0]> = {}) =>
  smtpMailer({ smtpUrl: server.url, from, ca: server.ca, allowsPlainLoopback: false, ...options });

test('a mail goes by STARTTLS and login, to all recipients, as it was written', async () => {
  expect(await mailer().send(mail)).toEqual({ kind: 'taken', refused: [] });
  const [taken] = server.mails;
  expect(taken).toMatchObject({
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    recipients: mail.to,
    user: 'lavra',
    isSecure: true,
  });
  const header = (name: string) => taken?.headers.get(name);
  expect(header('message-id')).toEqual([`<${mail.id}@operador.example>`]);
  expect(header('from')).toEqual([from]);
  expect(header('to')).toEqual([mail.to.join(', ')]);
  expect(header('reply-to')).toEqual([mail.replyTo]);
  expect(header('auto-submitted')).toEqual(['auto-generated']);
});

test('a mail that is sent again is the same mail to servers that drop repeats', async () => {
  await mailer().send(mail);
  await mailer().send(mail);
  const ids = server.mails.map(({ headers }) => headers.get('message-id')?.[0]);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('line breaks in a subject begin no header, and in an address no recipient', async () => {
  const evil = 'Padaria\r\nBcc: espiao@example.com\r\n\r\nOutro corpo';
  await mailer().send({ ...mail, subject: evil, replyTo: 'a@b.example\r\nBcc: espiao@example.com' });
  const [taken] = server.mails;
  expect(taken?.subject).toBe('Padaria Bcc: espiao@example.com Outro corpo');
  expect(taken?.headers.get('bcc')).toBeUndefined();
  expect(taken?.raw).not.toMatch(/^bcc:/im);
  expect(taken?.recipients).toEqual(mail.to);
  expect(taken?.text).toBe(mail.text);
  const outcome = await mailer().send({ ...mail, to: ['a@b.example>\r\nRCPT TO:<espiao@example.com'] });
  expect(server.mails.slice(1).flatMap(({ recipients }) => recipients)).not.toContain('espiao@example.com');
  expect(outcome.kind).not.toBe('later');
});

test('550 refuses a mail for good, with the server’s words; 451 asks for patience', async () => {
  server.state.behaviour = 'refuses';
  expect(await mailer().send(mail)).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/550.*user unknown/),
  });
  server.state.behaviour = 'asks-to-wait';
  expect(await mailer().send(mail)).toMatchObject({ kind: 'later', reason: expect.stringMatching(/451.*Greylisted/) });
  expect(server.mails).toEqual([]);
});

test('one refused recipient beside another leaves the mail taken, and is reported', async () => {
  server.state.refusedAddress = 'socio@empresa.example';
  expect(await mailer().send(mail)).toEqual({ kind: 'taken', refused: ['socio@empresa.example'] });
  expect(server.mails[0]?.recipients).toEqual(['dona@empresa.example']);
});

test('a connection that drops in the middle of a mail, or after it, puts the mail off', async () => {
  for (const behaviour of ['drops', 'drops-after'] as const) {
    server.state.behaviour = behaviour;
    expect(await mailer().send(mail)).toMatchObject({ kind: 'later' });
  }
});

test('a wrong login puts the mail off, as it is not the mail’s fault', async () => {
  server.state.behaviour = 'refuses-login';
  expect(await mailer().send(mail)).toMatchObject({ kind: 'later', reason: expect.stringMatching(/login.*535/) });
  const nameless = await mailer({ smtpUrl: server.anonymousUrl }).send(mail);
  expect(nameless).toMatchObject({ kind: 'later', reason: expect.stringContaining('530') });
});

test('nothing is said in the clear: neither to a server without STARTTLS nor to one whose certificate is not trusted', async () => {
  const plain = await mailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
  try {
    const outcome = await mailer({ smtpUrl: plain.url }).send(mail);
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringContaining('TLS') });
    expect(plain.mails).toEqual([]);
    const distrustful = smtpMailer({ smtpUrl: server.url, from, allowsPlainLoopback: false });
    expect(await distrustful.send(mail)).toMatchObject({
      kind: 'later',
      reason: expect.stringContaining('certificate'),
    });
    expect(server.mails).toEqual([]);
    expect(await smtpMailer({ smtpUrl: plain.url, from }).send(mail)).toEqual({ kind: 'taken', refused: [] });
  } finally {
    await plain.close();
  }
});

test('a server that is not there, and one that says nothing, put the mail off, the second within the deadline', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  expect(await mailer({ smtpUrl, stepMs: 200 }).send(mail)).toMatchObject({ kind: 'later' });
  await new Promise((resolve) => silent.close(resolve));
  const gone = await mailer({ smtpUrl }).send(mail);
  expect(gone).toMatchObject({ kind: 'later', reason: expect.stringContaining('ECONNREFUSED') });
});

test('a check tells what keeps mails from being sent, and sends none', async () => {
  expect(await mailer().check()).toBeNull();
  server.state.behaviour = 'refuses-login';
  expect(await mailer().check()).toMatch(/login/);
  expect(server.mails).toEqual([]);
});
