import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A mail as it was sent, and its plain text. */
export type DemoMail = { raw: Buffer; text: string };

const pollMs = 100;

export type Mailbox = {
  /** The first mail to an address since the mailbox was opened; waits for it if it has not come. */
  mailTo(address: string, withinMs: number): Promise<DemoMail>;
};

/** Watches a folder of `.eml` files, without those that it has already. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  const old = new Set(await readdir(folder));
  return {
    async mailTo(address, withinMs) {
      const deadline = Date.now() + withinMs;
      for (;;) {
        for (const file of await readdir(folder)) {
          if (!file.endsWith('.eml') || old.has(file)) continue;
          const raw = await readFile(join(folder, file));
          const mail = raw.toString('utf8');
          if (headersOf(mail).get('to')?.includes(address)) return { raw, text: plainText(mail) };
        }
        if (Date.now() > deadline) throw new Error(`o e-mail para ${address} não chegou em ${withinMs / 1000} s`);
        await setTimeout(pollMs);
      }
    },
  };
}

/** The plain text of a mail, whether or not it has an HTML part, too (RFC 2045, RFC 2046 §5.1). */
export function plainText(mail: string): string {
  const headers = headersOf(mail);
  const type = headers.get('content-type') ?? 'text/plain';
  const body = mail.slice(mail.search(/\r?\n\r?\n/)).trimStart();
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1, -1);
    return parts.map((part) => plainText(part.trimStart())).join('');
  }
  if (!type.startsWith('text/plain')) return '';
  switch (headers.get('content-transfer-encoding')?.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable':
      return unquotedText(body);
    default:
      return body;
  }
}

function headersOf(mail: string): Map<string, string> {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function unquotedText(body: string): string {
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A mail as a person sees it, with its headers by lower-case names and its attached files. */
export type ReadMail = {
  headers: Map<string, string[]>;
  subject: string;
  text: string;
  html: string;
  files: { name: string; content: Buffer }[];
};

/** Opens a mail as Lavra sends it: an `.eml` file, one text and the same in HTML, with or without files (RFC 5322, 2045 to 2047). */
export function readMail(eml: Buffer | string): ReadMail {
  const whole = partOf(eml.toString('latin1'));
  const { headers } = whole;
  const parts = leavesOf(whole);
  const contentOf = (type: string): string => {
    const part = parts.find((each) => one(each.headers, 'content-type').startsWith(type));
    if (!part) throw new TypeError(`a mail without ${type}`);
    return contentIn(part).toString('utf8').replaceAll('\r\n', '\n').trimEnd();
  };
  const files = parts.flatMap((part) => {
    const [, name] = /filename="?([^";]+)"?/.exec(one(part.headers, 'content-disposition')) ?? [];
    return name === undefined ? [] : [{ name, content: contentIn(part) }];
  });
  const subject = words(one(headers, 'subject'));
  return { headers, subject, text: contentOf('text/plain'), html: contentOf('text/html'), files };
}

/** The parts of a mail that have no parts themselves. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(one(part.headers, 'content-type'))?.[1];
  if (boundary === undefined) return [part];
  const inner = part.body.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((each) => leavesOf(partOf(each.replace(/^\r?\n/, ''))));
}

const contentIn = ({ headers, body }: Part): Buffer => decoded(body, one(headers, 'content-transfer-encoding'));

type Part = { headers: Map<string, string[]>; body: string };

function partOf(text: string): Part {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

function one(headers: Map<string, string[]>, name: string): string {
  return headers.get(name)?.[0] ?? '';
}

function decoded(body: string, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return unquoted(body.replace(/=\r?\n/g, ''));
    default:
      return Buffer.from(body, 'latin1');
  }
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}

/** Decodes `=?UTF-8?Q?Cont=C3=A1bil?=` to `Contábil`; two encoded words in a row are one text. */
function words(value: string): string {
  return value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquoted(text.replaceAll('_', ' '))).toString('utf8'),
    );
}
