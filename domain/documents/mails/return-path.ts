import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from '../../seal.ts';
import { bytesOfUuid, uuidOfBytes } from '../../signed-token.ts';

/** So many bytes of the HMAC: an address has room for 64 characters before its @ (RFC 5321 §4.5.3.1.1), and each guess is a mail. */
const tagBytes = 8;
const token = /^([0-9a-f]{32})([0-9a-f]{16})$/;

/** Where bounces arrive, and what its mails are called by: `retorno@example.com` as its two halves. */
type Mailbox = { local: string; domain: string };

/** So long may the part before the @ of a mailbox for bounces be, so that a plus and a token have room behind it. */
export const returnLocalAtMost = 15;

/**
 * The address to which a server reports that it could not deliver a mail: that of the mailbox, with which mail it was and a signature behind a plus
 * (VERP). In lower case throughout, because servers may change the case of an address on its way.
 *
 * @param mailbox `retorno@example.com`
 */
export function returnPathOf(key: MasterKey, mailbox: string, mailId: string): string {
  const { local, domain } = halvesOf(mailbox);
  const said = bytesOfUuid(mailId);
  return `${local}+${said.toString('hex')}${tagOf(key, said).toString('hex')}@${domain}`;
}

/** Which mail a return path belongs to; null where an address is no return path, or one that was not written here. */
export function readReturnPath(key: MasterKey, mailbox: string, address: string): string | null {
  const { local, domain } = halvesOf(mailbox);
  const plain = address.trim().toLowerCase();
  const [prefix, suffix] = [`${local}+`, `@${domain}`];
  if (!plain.startsWith(prefix) || !plain.endsWith(suffix)) return null;
  const [, id, tag] = token.exec(plain.slice(prefix.length, -suffix.length)) ?? [];
  if (id === undefined || tag === undefined) return null;
  const said = Buffer.from(id, 'hex');
  return timingSafeEqual(Buffer.from(tag, 'hex'), tagOf(key, said)) ? uuidOfBytes(said) : null;
}

function tagOf({ bytes }: MasterKey, said: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', 'return paths of mails about documents', 32));
  return createHmac('sha256', key).update(said).digest().subarray(0, tagBytes);
}

function halvesOf(mailbox: string): Mailbox {
  const plain = mailbox.toLowerCase();
  const at = plain.lastIndexOf('@');
  return { local: plain.slice(0, at), domain: plain.slice(at + 1) };
}
