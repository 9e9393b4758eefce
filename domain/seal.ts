import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** An encrypted secret: AES-256-GCM under a data key of its own, which is wrapped by the master key. All parts in base64. */
export type SealedBox = { version: 1; masterKeyId: string; wrappedKey: string; data: string };

/** The key that wraps data keys; `id` identifies the master key of a box when master keys change. */
export type MasterKey = { id: string; bytes: Buffer };

/** @throws {TypeError} when the key is not 32 bytes long */
export function masterKey(bytes: Buffer): MasterKey {
  if (bytes.length !== 32) throw new TypeError('the master key must have 32 bytes');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
}

/**
 * Encrypts `secret` for one owner. `owner` (kind, company and record) is authenticated with it, so that a box that was moved to another row cannot be
 * opened.
 */
export function seal(key: MasterKey, owner: string, secret: string): SealedBox {
  const dataKey = randomBytes(32);
  return {
    version: 1,
    masterKeyId: key.id,
    wrappedKey: encrypt(key.bytes, owner, dataKey),
    data: encrypt(dataKey, owner, Buffer.from(secret, 'utf8')),
  };
}

/** @throws {Error} when the box belongs to another owner, another master key, or was changed */
export function unseal(key: MasterKey, owner: string, box: SealedBox): string {
  if (box.masterKeyId !== key.id) throw new Error(`sealed with master key ${box.masterKeyId}, have ${key.id}`);
  return decrypt(decrypt(key.bytes, owner, box.wrappedKey), owner, box.data).toString('utf8');
}

function encrypt(key: Buffer, owner: string, plain: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(key: Buffer, owner: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** The owner texts for `seal`. */
export const sealOwner = {
  certificate: (companyId: string, certificateId: string): string => `certificate|${companyId}|${certificateId}`,
  csrt: (companyId: string, environment: string): string => `csrt|${companyId}|${environment}`,
  csc: (companyId: string, environment: string): string => `csc|${companyId}|${environment}`,
  invitation: (officeId: string, invitationId: string): string => `invitation|${officeId}|${invitationId}`,
  personMail: (mailId: string): string => `person-mail|${mailId}`,
  totp: (personId: string): string => `totp|${personId}`,
  totpOffer: (sessionId: string): string => `totp-offer|${sessionId}`,
  /** @param ownerId id of the company or of the office */
  webhookSecret: (ownerId: string, endpointId: string): string => `webhook|${ownerId}|${endpointId}`,
};
