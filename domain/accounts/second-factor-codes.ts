import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** As every application for codes has it unless told otherwise (RFC 6238): SHA-1, six digits, half a minute. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 };

/** How many steps a telephone's clock may be early or late. */
const drift = 1;

/** A fresh secret, in base32: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the picture for the telephone's camera says. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...kind, issuer: 'Lavra', label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** Which step of time a code is of, at most one early or late; null where it is none of this secret's. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...kind, token, secret: Secret.fromBase32(secret), timestamp, window: drift });
  return delta === null ? null : TOTP.counter({ period: kind.period, timestamp }) + delta;
}

const howMany = 10;
const groups = 4;

/** 32 letters that nobody takes for another: no `i`, `l`, `o`, `u`. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits each, in four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () => {
    const code = [...randomBytes(groups * 4)].map((byte) => letters.charAt(byte % letters.length)).join('');
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** What is kept of a code, however it is typed; null where a text has not the form of a code. */
export function hashRecoveryCode(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  if (!new RegExp(`^[${letters}]{${groups * 4}}$`).test(code)) return null;
  return createHash('sha256').update(code).digest('hex');
}
