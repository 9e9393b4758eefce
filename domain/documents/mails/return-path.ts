import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKey } from '../../seal.ts';
import { bytesOfUuid, uuidOfBytes } from '../../signed-token.ts';

/** Bytes of the HMAC that are kept: an address has 64 characters before its @ (RFC 5321 §4.5.3.1.1), and each guess costs a mail. */
const tagBytes = 8;
const token = /^([0-9a-f]{32})([0-9a-f]{16})$/;

/** The mailbox for bounces, as `retorno@example.com`, in two parts. */
type Mailbox = { local: string; domain: string };

/** The most characters before the @ of that mailbox, so that a plus and a token fit behind them. */
export const returnLocalAtMost = 15;

/**
 * The address to which servers report that a mail could not be delivered: that of the mailbox for bounces with a plus, the mail's id and a signature
 * (VERP). All of it is in lower case, because servers may change the case of an address on its way.
 *
 * @param mailbox `retorno@example.com`
 */
export function returnPathOf(key: MasterKey, mailbox: string, mailId: string): string {
  const { local, domain } = halvesOf(mailbox);
  const said = bytesOfUuid(mailId);
  return `${local}+${said.toString('hex')}${tagOf(key, said).toString('hex')}@${domain}`;
}

/** The id of the mail that a return path belongs to; null where the address is no return path, or was not written here. */
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
