import { constants, generateKeyPair, privateEncrypt, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

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
  | { name: string; critical?: boolean; [setting: string]: unknown }
  | { id: string; value: string };

const utf8String: number = forge.asn1.Type.UTF8;

/** The organization (O) that every certificate of ICP-Brasil names. */
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
    inUtf8({ name: 'organizationName', value: organization }),
    ...request.units.map((value) => inUtf8({ shortName: 'OU', value })),
    inUtf8({ name: 'commonName', value: request.commonName }),
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(request.issuer ? subjectOf(request.issuer) : subject);
  certificate.setExtensions([...request.extensions]);
  certificate.sign(signingKey(request.issuer?.key ?? request.key), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}

/**
 * An attribute of a name as UTF8String. node-forge's own choice is PrintableString, which has no letters outside ASCII and no `&`, and
 * strict parsers refuse it with them; RFC 5280 keeps it for the country alone.
 */
function inUtf8(attribute: forge.pki.CertificateField): forge.pki.CertificateField {
  return { ...attribute, valueTagClass: utf8String };
}

/** The attributes of a signer's name. node-forge encodes UTF-8 when it writes them, and does not decode it when it reads them. */
function subjectOf({ certificate }: Credentials): forge.pki.CertificateField[] {
  const { attributes } = forge.pki.certificateFromPem(certificate).subject;
  return attributes.map((attribute) =>
    Number(attribute.valueTagClass) === utf8String && typeof attribute.value === 'string'
      ? { ...attribute, value: forge.util.decodeUtf8(attribute.value) }
      : attribute,
  );
}

/** 16 random bytes as hex. The first has no top bits, because DER allows neither a sign nor leading zeros in a serial number. */
function serialNumber(): string {
  return `4${randomBytes(16).toString('hex').slice(1)}`;
}

const generate = promisify(generateKeyPair);

/** A new RSA key of 2048 bits, the size of an A1, as PKCS#1 PEM. */
export async function newKey(): Promise<string> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** The public half of a private key, in node-forge's form. */
function publicHalf(key: forge.pki.rsa.PrivateKey): forge.pki.rsa.PublicKey {
  return forge.pki.rsa.setPublicKey(key.n, key.e);
}

/** DER of the DigestInfo that a SHA-256 digest is signed in (RFC 8017 §9.2). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** A signing key (SHA-256 with RSA) for node-forge whose arithmetic OpenSSL does. */
function signingKey(pem: string): forge.pki.rsa.PrivateKey {
  return {
    ...forge.pki.privateKeyFromPem(pem),
    sign(digest) {
      const hash = Buffer.from(typeof digest === 'string' ? digest : digest.digest().getBytes(), 'binary');
      const key = { key: pem, padding: constants.RSA_PKCS1_PADDING };
      return privateEncrypt(key, Buffer.concat([digestInfo, hash])).toString('binary');
    },
  };
}
