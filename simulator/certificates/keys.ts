import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const generate = promisify(generateKeyPair);

/** A new RSA key of 2048 bits, the size of an A1, as PKCS#1 PEM. */
export async function newKey(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** The public half of a private key, in the form that certificates are made with. */
export function publicHalf(key: forge.pki.rsa.PrivateKey): forge.pki.rsa.PublicKey {
  return forge.pki.rsa.setPublicKey(key.n, key.e);
}
