import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const form = new RegExp(`^(?:ck|ok|lk)_[0-9A-Za-z]{${bodyLength + checksumLength}}$`);

/**
 * The kind of a key's owner, which is the beginning of the key: `ck_` for a company's, `ok_` for an office's, `lk_` for the operator's.
 */
export type KeyPrefix = 'ck' | 'ok' | 'lk';

const keyPrefixes = ['ck', 'ok', 'lk'] as const satisfies KeyPrefix[];

/** A new API key: prefix, 32 random bytes in base62, and a checksum of both, so that mistyped keys cost no query. */
export function newApiKey(prefix: KeyPrefix): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength);
  return `${prefix}_${body}${checksum(`${prefix}_${body}`)}`;
}

/** Whether the text has a key's form and its checksum is right; does not tell whether such a key was ever issued. */
export function looksLikeApiKey(text: string): boolean {
  return form.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** The prefix of a key; null where a text begins with none. */
export function prefixOf(text: string): KeyPrefix | null {
  return keyPrefixes.find((prefix) => text.startsWith(`${prefix}_`)) ?? null;
}

/** What is stored in place of the key: SHA-256 of the whole text, lowercase hex. */
export function hashApiKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** First and last characters of a key: enough to recognize it in a list, and useless as a credential. */
export function hintOf(secret: string): string {
  return `${secret.slice(0, 7)}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

const tokenForm = /^[\w-]{43}$/;

/** The token of a link that works without a key: 32 random bytes in base64url. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the text has the form of a link's token; does not tell whether it was ever issued. */
export function looksLikeLinkToken(text: string): boolean {
  return tokenForm.test(text);
}

/** What is stored in place of a link's token: its SHA-256, lowercase hex. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
