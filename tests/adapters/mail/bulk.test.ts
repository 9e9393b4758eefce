import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Mail } from '../../../adapters/mail/mail.ts';
import { pooledMailer } from '../../../adapters/mail/smtp.ts';
import { type MailServer, mailServer } from '../../support/servers/mail-server.ts';

const from = 'Lavra <notas@operador.example>';
const mail: Mail = {
  id: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b',
  to: ['compras@cliente.example'],
  replyTo: null,
  fromName: 'Padaria\r\nBcc: espiao@example.com',
  subject: 'NF-e 1',
  text: 'Em anexo.',
  html: '<p><img src="cid:logo" />Em anexo.</p>',
  files: [
    { name: 'nota.xml', type: 'application/xml', content: '<nfeProc>ção</nfeProc>' },
    { name: 'logo.png', type: 'image/png', content: Buffer.from('png'), cid: 'logo' },
  ],
};

let server: MailServer;
let mailer: ReturnType<typeof pooledMailer>;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
beforeAll(async () => {
  server = await mailServer();
  const dkim = {
    domain: 'operador.example',
    selector: 'lavra',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  mailer = pooledMailer({ smtpUrl: server.url, from, ca: server.ca, allowsPlainLoopback: false, dkim });
});
afterEach(() => {
  server.mails.length = 0;
  Object.assign(server.state, { behaviour: 'takes', refusedAddress: null, connections: 0 });
});
afterAll(async () => {
  mailer?.close();
  await server?.close();
});

test('many mails share few connections, and each brings its files, under the name of its sender, signed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => mailer.send(mail)));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['taken']));
  expect(server.state.connections).toBeLessThanOrEqual(10);
  expect(server.mails).toHaveLength(40);
  const [taken] = server.mails;
  expect(taken?.files.map(({ name, content }) => [name, content.toString()])).toEqual([
    ['logo.png', 'png'],
    ['nota.xml', '<nfeProc>ção</nfeProc>'],
  ]);
  expect(taken?.headers.get('from')).toEqual([
    expect.stringMatching(/Padaria Bcc: espiao@example\.com.*<notas@operador\.example>/),
  ]);
  expect(taken?.headers.get('bcc')).toBeUndefined();
  expect(taken?.headers.get('dkim-signature')?.[0]).toMatch(/d=operador\.example; .*s=lavra;/);
});

test('what is said of one address is told apart from a server that cannot be used', async () => {
  server.state.refusedAddress = 'compras@cliente.example';
  expect(await mailer.send(mail)).toMatchObject({ kind: 'refused', address: { code: 550 } });
  server.state.refusedAddress = null;
  server.state.behaviour = 'asks-to-wait';
  expect(await mailer.send(mail)).toMatchObject({ kind: 'later', address: { code: 451 } });
  for (const behaviour of ['drops', 'drops-after'] as const) {
    server.mails.length = 0;
    server.state.behaviour = behaviour;
    const outcome = await mailer.send(mail);
    expect(outcome.kind).toBe('later');
    expect(outcome).not.toHaveProperty('address');
    // A mail of which any byte was sent is not sent again here: whoever counts the attempts decides.
    expect(server.mails).toHaveLength(behaviour === 'drops' ? 0 : 1);
  }
});
