import { randomBytes } from 'node:crypto';
import forge from 'node-forge';
import { publicHalf, signingKey } from './keys.ts';

/** A certificate and its key, both PEM. */
export type Credentials = { certificate: string; key: string };

export type CertificateRequest = {
  /** PEM of the certificate's key. */
  key: string;
  /** Organizational units in order, then the common name. */
  units: readonly string[];
  commonName: string;
  notBefore: Date;
  notAfter: Date;
  /** Extensions in node-forge's notation. */
  extensions: readonly Extension[];
  /** Who signs; absent for a root, which signs itself. */
  issuer?: Credentials;
};

export type Extension =
  { name: string; critical?: boolean; [setting: string]: unknown } | { id: string; value: string };

/** Organization that every certificate of the Brazilian infrastructure names. */
export const organization = 'ICP-Brasil';

/** Makes and signs one X.509 certificate (SHA-256 with RSA), as PEM. */
export function makeCertificate(request: CertificateRequest): string {
  const key = forge.pki.privateKeyFromPem(request.key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicHalf(key);
  certificate.serialNumber = serialNumber();
  certificate.validity.notBefore = request.notBefore;
  certificate.validity.notAfter = request.notAfter;
  const subject = [
    { name: 'countryName', value: 'BR' },
    { name: 'organizationName', value: organization },
    ...request.units.map((value) => ({ shortName: 'OU', value })),
    { name: 'commonName', value: request.commonName },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(
    request.issuer ? forge.pki.certificateFromPem(request.issuer.certificate).subject.attributes : subject,
  );
  certificate.setExtensions([...request.extensions]);
  certificate.sign(signingKey(request.issuer?.key ?? request.key), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}

/** 16 random bytes as hex. The first has no top bits, because DER allows neither a sign nor leading zeros in a serial number. */
function serialNumber(): string {
  return `4${randomBytes(16).toString('hex').slice(1)}`;
}
