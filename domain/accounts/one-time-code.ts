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
