import { createPrivateKey } from 'node:crypto';
import type { Signer } from '../../../domain/xml/signature.ts';
import { make } from '../../domain/companies/making-certificates.ts';

/** A signer with a self-signed certificate, for tests of signatures but not of trust. */
export function makeSigner({ name = 'PADARIA SAO JOSE LTDA', taxId = '11222333000181' } = {}): Signer & {
  certificatePem: string;
} {
  const { keyPem, pem } = make({ name: `${name}:${taxId}` });
  return {
    key: createPrivateKey(keyPem),
    certificateBase64: pem.replace(/-----[^-]+-----|\s/g, ''),
    certificatePem: pem,
  };
}
