import { z } from 'zod';
import { returnLocalAtMost } from '../domain/documents/mails/return-path.ts';

const text = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));

/** `a@b.c` or `Name <a@b.c>`. */
const mailbox = /^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;
/** An address whose part before the @ is short enough to take a plus and a token. */
const bounceMailbox = new RegExp(`^[a-z0-9._-]{1,${returnLocalAtMost}}@[a-z0-9-]+(?:\\.[a-z0-9-]+)+$`);
const bounceFault = `must be an address in lower case without a plus, with at most ${returnLocalAtMost} characters before its @: retorno@example.com`;
const hostPort = /^(?:\[[0-9a-f:]+\]|[^\s:[\]]+):\d{1,5}$/;

/** Environment variables about mails. */
export const mailSettings = {
  LAVRA_SMTP_URL: text.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
  LAVRA_SMTP_PASSWORD_FILE: text,
  LAVRA_MAIL_FROM: text.pipe(
    z.string().regex(mailbox, 'must be an address, or a name and an address: Lavra <lavra@example.com>').optional(),
  ),
  LAVRA_MAIL_FOLDER: text,
  LAVRA_BOUNCES_TO: text.pipe(z.string().regex(bounceMailbox, bounceFault).optional()),
  LAVRA_BOUNCES_LISTEN: text.pipe(
    z.string().regex(hostPort, 'must be an address and a port: 127.0.0.1:2525').optional(),
  ),
  LAVRA_DKIM_DOMAIN: text,
  LAVRA_DKIM_SELECTOR: text,
  LAVRA_DKIM_KEY_FILE: text,
};

/** The values of these variables. */
type MailEnv = {
  LAVRA_SMTP_URL?: string | undefined;
  LAVRA_MAIL_FROM?: string | undefined;
  LAVRA_MAIL_FOLDER?: string | undefined;
  LAVRA_BOUNCES_TO?: string | undefined;
  LAVRA_BOUNCES_LISTEN?: string | undefined;
  LAVRA_DKIM_DOMAIN?: string | undefined;
  LAVRA_DKIM_SELECTOR?: string | undefined;
  LAVRA_DKIM_KEY_FILE?: string | undefined;
};

/** Where mails go: into a folder, which a developer looks into and whose sender may be left out; to a mail server; or null where neither is set. */
export function mailOf(
  env: MailEnv,
  smtpUrl: string | undefined,
  readSecretFile: (path: string, setting: string) => string,
) {
  const { LAVRA_MAIL_FROM: from, LAVRA_MAIL_FOLDER: folder } = env;
  if (folder !== undefined) return { folder, from: from ?? 'Lavra <lavra@localhost>' };
  return smtpUrl !== undefined && from !== undefined ? { smtpUrl, from, ...dkimOf(env, readSecretFile) } : null;
}

function dkimOf(env: MailEnv, readSecretFile: (path: string, setting: string) => string) {
  const { LAVRA_DKIM_DOMAIN: domain, LAVRA_DKIM_SELECTOR: selector, LAVRA_DKIM_KEY_FILE: file } = env;
  if (domain === undefined || selector === undefined || file === undefined) return {};
  return { dkim: { domain, selector, privateKey: readSecretFile(file, 'LAVRA_DKIM_KEY_FILE') } };
}

/** Reports settings of mails that contradict each other or are incomplete. */
export function checkMailSettings(env: MailEnv, context: z.RefinementCtx): void {
  const fault = (setting: keyof MailEnv, message: string) =>
    context.addIssue({ code: 'custom', path: [setting], message });
  const { LAVRA_SMTP_URL: url, LAVRA_MAIL_FOLDER: folder, LAVRA_MAIL_FROM: from } = env;
  if (url !== undefined && folder !== undefined) {
    fault('LAVRA_MAIL_FOLDER', 'mails go to LAVRA_SMTP_URL or to this folder, not to both');
  }
  if (url !== undefined && from === undefined) {
    fault('LAVRA_MAIL_FROM', 'the address that mails are from is needed with LAVRA_SMTP_URL');
  }
  if (env.LAVRA_BOUNCES_LISTEN !== undefined && env.LAVRA_BOUNCES_TO === undefined) {
    fault('LAVRA_BOUNCES_TO', 'the address that mails return to is needed with LAVRA_BOUNCES_LISTEN');
  }
  if (!isDkimWhole(env)) {
    fault('LAVRA_DKIM_KEY_FILE', 'is needed with LAVRA_DKIM_DOMAIN and LAVRA_DKIM_SELECTOR: all three, or none');
  }
}

/** Whether all three settings of DKIM are set, or none. */
function isDkimWhole({ LAVRA_DKIM_DOMAIN, LAVRA_DKIM_SELECTOR, LAVRA_DKIM_KEY_FILE }: MailEnv): boolean {
  const said = [LAVRA_DKIM_DOMAIN, LAVRA_DKIM_SELECTOR, LAVRA_DKIM_KEY_FILE].filter((each) => each !== undefined);
  return said.length % 3 === 0;
}

/** The address to which undeliverable mails return, and where bounces are received; null where it is not set up. */
export function bouncesOf({ LAVRA_BOUNCES_TO: mailbox, LAVRA_BOUNCES_LISTEN: listen }: MailEnv) {
  return mailbox === undefined ? null : { mailbox, listen: listen === undefined ? null : placeOf(listen) };
}

function placeOf(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(':');
  return { host: listen.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(listen.slice(at + 1)) };
}
