import { createHash, randomBytes } from 'node:crypto';

const form = /^[\w-]{43}$/;

/** The secret of an address that works without a key: 32 random bytes in base64url. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the text has such a token's form; does not tell whether it was ever issued. */
export function looksLikeLinkToken(text: string): boolean {
  return form.test(text);
}

/** What is stored in place of a token: its SHA-256, lowercase hex. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
