import { expect, test } from 'vitest';
import { readEnv } from '../../config/env.ts';

const smtp = 'smtp://lavra:segredo@mail.example.com:587';

test('mails go to a server from an address, to a folder, or nowhere', () => {
  expect(readEnv({}).mail).toBeNull();
  expect(readEnv({ LAVRA_SMTP_URL: '', LAVRA_MAIL_FROM: '', LAVRA_MAIL_FOLDER: '' }).mail).toBeNull();
  const from = 'Lavra Notas <lavra@example.com>';
  expect(readEnv({ LAVRA_SMTP_URL: smtp, LAVRA_MAIL_FROM: from }).mail).toEqual({ smtpUrl: smtp, from });
  expect(readEnv({ LAVRA_MAIL_FOLDER: '/mails' }).mail).toEqual({ folder: '/mails', from: 'Lavra <lavra@localhost>' });
});

test.each([
  ['LAVRA_MAIL_FROM', { LAVRA_SMTP_URL: smtp }],
  ['LAVRA_MAIL_FOLDER', { LAVRA_SMTP_URL: smtp, LAVRA_MAIL_FROM: 'a@example.com', LAVRA_MAIL_FOLDER: '/mails' }],
  ['LAVRA_SMTP_URL', { LAVRA_SMTP_URL: 'https://mail.example.com', LAVRA_MAIL_FROM: 'a@example.com' }],
  ['LAVRA_MAIL_FROM', { LAVRA_SMTP_URL: smtp, LAVRA_MAIL_FROM: 'Lavra' }],
  ['LAVRA_MAIL_FROM', { LAVRA_SMTP_URL: smtp, LAVRA_MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }],
])('%s does not make sense in %j, and is named', (setting, environment) => {
  expect(() => readEnv(environment)).toThrow(new RegExp(setting));
});

test('mails return to an address, and a worker listens where it is told to; else nothing of it is read', () => {
  expect(readEnv({}).bounces).toBeNull();
  const mailbox = 'retorno@example.com';
  expect(readEnv({ LAVRA_BOUNCES_TO: mailbox }).bounces).toEqual({ mailbox, listen: null });
  const listening = (LAVRA_BOUNCES_LISTEN: string) =>
    readEnv({ LAVRA_BOUNCES_TO: mailbox, LAVRA_BOUNCES_LISTEN }).bounces?.listen;
  expect(listening('127.0.0.1:2525')).toEqual({ host: '127.0.0.1', port: 2525 });
  expect(listening('[::1]:25')).toEqual({ host: '::1', port: 25 });
});

test.each([
  ['LAVRA_BOUNCES_TO', { LAVRA_BOUNCES_LISTEN: '127.0.0.1:2525' }],
  ['LAVRA_BOUNCES_TO', { LAVRA_BOUNCES_TO: 'retorno+x@example.com' }],
  ['LAVRA_BOUNCES_TO', { LAVRA_BOUNCES_TO: 'Retorno@example.com' }],
  ['LAVRA_BOUNCES_TO', { LAVRA_BOUNCES_TO: 'devolucoes-de-notas@example.com' }],
  ['LAVRA_BOUNCES_LISTEN', { LAVRA_BOUNCES_TO: 'retorno@example.com', LAVRA_BOUNCES_LISTEN: '2525' }],
])('%s cannot be as in %j', (setting, environment) => {
  expect(() => readEnv(environment)).toThrow(new RegExp(setting));
});
