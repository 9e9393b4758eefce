import { X509Certificate } from 'node:crypto';
import { CertificateRefused } from './certificate-refused.ts';

const longestChain = 8;

/**
 * The intermediates between a certificate and a trusted root, nearest first, taken from the file and from the trusted ones.
 *
 * @throws {CertificateRefused} `issuer_missing`, `chain_broken`, `chain_expired` or `untrusted_root`
 */
export function chainOf(
  leaf: X509Certificate,
  from: { file: X509Certificate[]; trusted: X509Certificate[]; now: Date },
): X509Certificate[] {
  const path: X509Certificate[] = [];
  for (let last = leaf; path.length < longestChain;) {
    if (isSelfSigned(last)) {
      if (from.trusted.some((root) => root.fingerprint256 === last.fingerprint256)) return path.slice(0, -1);
      throw new CertificateRefused('untrusted_root', { detail: oneLine(last.subject) });
    }
    last = issuerOf(last, from);
    path.push(last);
  }
  throw new CertificateRefused('chain_broken');
}

/** The certificates of PEM texts, each text one certificate or a bundle. */
export function certificatesIn(pems: string[]): X509Certificate[] {
  const blocks = pems.flatMap((pem) => pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []);
  return blocks.map((pem) => new X509Certificate(pem));
}

/** A distinguished name on one line, as people write it; node:crypto gives one part per line. */
export function oneLine(name: string): string {
  return name.split('\n').reverse().join(', ');
}

function issuerOf(
  certificate: X509Certificate,
  { file, trusted, now }: { file: X509Certificate[]; trusted: X509Certificate[]; now: Date },
): X509Certificate {
  const detail = oneLine(certificate.issuer);
  const named = [...trusted, ...file].filter(({ subject }) => subject === certificate.issuer);
  if (named.length === 0) throw new CertificateRefused('issuer_missing', { detail });
  const signers = named.filter((candidate) => candidate.ca && certificate.verify(candidate.publicKey));
  if (signers.length === 0) throw new CertificateRefused('chain_broken', { detail });
  const valid = signers.find((signer) => signer.validFromDate <= now && now <= signer.validToDate);
  if (!valid) throw new CertificateRefused('chain_expired', { detail });
  return valid;
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
}
