import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import type { Signer } from '../../../domain/xml/signature.ts';

/** A signer with a self-signed certificate, for tests of signatures but not of trust. */
export function makeSigner({ name = 'PADARIA SAO JOSE LTDA', taxId = '11222333000181' } = {}): Signer & {
  certificatePem: string;
} {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '01';
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + 1);
  certificate.setSubject([{ name: 'commonName', value: `${name}:${taxId}` }]);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.sign(key, forge.md.sha256.create());
  const certificatePem = forge.pki.certificateToPem(certificate);
  return {
    key: createPrivateKey(forge.pki.privateKeyToPem(key)),
    certificateBase64: certificatePem.replace(/-----[^-]+-----|\s/g, ''),
    certificatePem,
  };
}
