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
