import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { cnpjRoot } from '../tax-id.ts';
import { certificatesIn, chainOf, oneLine } from './certificate-chain.ts';
import { holderOf } from './certificate-holder.ts';
import { CertificateRefused } from './certificate-refused.ts';
import type { CertificateSecrets } from './certificate.entity.ts';
import { readPfx } from './pfx.ts';

/** An A1 certificate out of its file: what is sealed, and what may be shown. */
export type OpenedCertificate = CertificateSecrets & {
  taxId: string;
  subject: string;
  issuer: string;
  serialNumber: string;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the DER, lowercase hex. */
  fingerprint: string;
};

/**
 * Opens an A1 file and finds in it the certificate that its key belongs to. `chainPem` holds whatever else the file brought, unchecked.
 *
 * @throws {CertificateRefused} for a certificate that can never sign a note, whatever company owns it
 */
export function openPfx(pfx: Uint8Array, password: string): OpenedCertificate {
  const { certificates, keys } = readPfx(pfx, password);
  const { certificate, key } = pair(certificates, keys);
  if (key.asymmetricKeyType !== 'rsa') throw new CertificateRefused('not_rsa', { detail: key.asymmetricKeyType ?? '' });
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < 2048) throw new CertificateRefused('weak_key', { detail: `${bits} bits` });
  const taxId = holderOf(certificate);
  if (!taxId) throw new CertificateRefused('no_cnpj', { detail: oneLine(certificate.subject) });
  return {
    certificatePem: certificate.toString(),
    privateKeyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chainPem: certificates.filter((other) => other !== certificate).join(''),
    taxId,
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber,
    notBefore: new Date(certificate.validFromDate),
    notAfter: new Date(certificate.validToDate),
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
  };
}

/**
 * Checks that an opened certificate may sign for a company, now or from its first day on; returns it with the checked intermediates, without
 * the root, in `chainPem`.
 *
 * @param context.trust roots and intermediates in PEM, each text one certificate or a bundle
 * @throws {CertificateRefused} `expired`, `other_cnpj`, or for a chain that does not end in a trusted root
 */
export function admitCertificate(
  opened: OpenedCertificate,
  { taxId, trust, now }: { taxId: string; trust: string[]; now: Date },
): OpenedCertificate {
  if (now > opened.notAfter) throw new CertificateRefused('expired', { detail: `em ${day(opened.notAfter)}` });
  // A head office's certificate signs for its branches (decisions.md).
  if (cnpjRoot(opened.taxId) !== cnpjRoot(taxId)) {
    throw new CertificateRefused('other_cnpj', { detail: `do certificado ${opened.taxId}, da empresa ${taxId}` });
  }
  const at = new Date(Math.max(now.getTime(), opened.notBefore.getTime()));
  const leaf = new X509Certificate(opened.certificatePem);
  const chain = chainOf(leaf, { file: certificatesIn([opened.chainPem]), trusted: certificatesIn(trust), now: at });
  return { ...opened, chainPem: chain.join('') };
}

function pair(certificates: X509Certificate[], keys: KeyObject[]): { certificate: X509Certificate; key: KeyObject } {
  if (certificates.length === 0) throw new CertificateRefused('no_certificate');
  if (keys.length === 0) throw new CertificateRefused('no_private_key');
  for (const key of keys) {
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key));
    if (certificate) return { certificate, key };
  }
  throw new CertificateRefused('key_mismatch');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
