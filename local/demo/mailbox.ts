import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A mail as it was sent, and what its plain text says. */
export type Mail = { raw: Buffer; text: string };

const pollMs = 100;

export type Mailbox = {
  /** The first mail to an address since the mailbox was opened, already here or still to come. */
  mailTo(address: string, withinMs: number): Promise<Mail>;
};

/** The folder of `.eml` files, without those that are there already. */
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

/** The plain text of a mail, alone or beside an HTML part (RFC 2045, RFC 2046 §5.1). */
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
      return unquoted(body);
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

function unquoted(body: string): string {
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
