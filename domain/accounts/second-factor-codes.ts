import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The defaults of all authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 };

/** How many time steps a telephone's clock may be early or late. */
const drift = 1;

/** A new TOTP secret in base32: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` address in the QR code for the telephone. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...kind, issuer: 'Lavra', label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a code, at most one early or late; null where it is not a code of this secret. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...kind, token, secret: Secret.fromBase32(secret), timestamp, window: drift });
  return delta === null ? null : TOTP.counter({ period: kind.period, timestamp }) + delta;
}

const howMany = 10;
const groups = 4;

/** 32 characters that cannot be mistaken for each other: no `i`, `l`, `o`, `u`. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten recovery codes of 80 random bits each, in four groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () => {
    const code = [...randomBytes(groups * 4)].map((byte) => letters.charAt(byte % letters.length)).join('');
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Hash of a recovery code, however it is typed; null where a text does not have the form of a code. */
export function hashRecoveryCode(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  if (!new RegExp(`^[${letters}]{${groups * 4}}$`).test(code)) return null;
  return createHash('sha256').update(code).digest('hex');
}
