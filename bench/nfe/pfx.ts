import forge from 'node-forge';
import type { makeSigner } from '../../tests/support/samples/signer.ts';

/** The signer as the .pfx file that the rival reads, in base64. */
export function pfxOf({ key, certificatePem }: ReturnType<typeof makeSigner>, password: string): string {
  const privateKey = forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString());
  const certificate = forge.pki.certificateFromPem(certificatePem);
  const pfx = forge.pkcs12.toPkcs12Asn1(privateKey, [certificate], password, { algorithm: '3des' });
  return Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'binary').toString('base64');
}
