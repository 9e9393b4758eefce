import { constants, generateKeyPair, privateEncrypt } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const generate = promisify(generateKeyPair);

/** A new RSA key of 2048 bits, the size of an A1, as PKCS#1 PEM. */
export async function newKey(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** The public half of a private key, in node-forge's form. */
export function publicHalf(key: forge.pki.rsa.PrivateKey): forge.pki.rsa.PublicKey {
  return forge.pki.rsa.setPublicKey(key.n, key.e);
}

/** DER of the DigestInfo that a SHA-256 digest is signed in (RFC 8017 §9.2). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** A key that signs certificates (SHA-256 with RSA) and leaves the arithmetic to OpenSSL. */
export function signingKey(pem: string): forge.pki.rsa.PrivateKey {
  return {
    ...forge.pki.privateKeyFromPem(pem),
    sign(digest) {
      const hash = Buffer.from(typeof digest === 'string' ? digest : digest.digest().getBytes(), 'binary');
      const key = { key: pem, padding: constants.RSA_PKCS1_PADDING };
      return privateEncrypt(key, Buffer.concat([digestInfo, hash])).toString('binary');
    },
  };
}
