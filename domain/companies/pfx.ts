import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { CertificateRefused } from './certificate-refused.ts';

/** What a PKCS#12 file holds, in no particular order. */
export type PfxContent = { certificates: X509Certificate[]; keys: KeyObject[] };

/**
 * Opens a PKCS#12 file, including old ones (RC2-40, 3DES) that OpenSSL 3 refuses.
 *
 * @throws {CertificateRefused} `not_a_pfx`, `wrong_password` or `unsupported_encryption`
 */
export function readPfx(pfx: Uint8Array, password: string): PfxContent {
  const opened = open(parse(pfx), password);
  return { certificates: certificatesOf(opened), keys: keysOf(opened) };
}

function parse(pfx: Uint8Array): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(pfx).toString('binary')), true);
  } catch (cause) {
    throw new CertificateRefused('not_a_pfx', { cause });
  }
}

function open(file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(file, false, password);
  } catch (cause) {
    if (/^[ -~]*$/.test(password) || refusalOf(cause) === 'not_a_pfx')
      throw new CertificateRefused(refusalOf(cause), { cause });
    return openInUtf8(file, password);
  }
}

/**
 * Opens a file whose password has letters outside ASCII. The integrity check encodes the password as UTF-16, PBES2 as UTF-8 (RFC 7292 B.1, RFC 8018),
 * and node-forge takes one encoding for both: the contents are opened with UTF-8 and without the integrity check, and a later check proves that key
 * and certificate belong together.
 */
function openInUtf8(file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  const parts = Array.isArray(file.value) ? file.value.slice(0, 2) : [];
  try {
    return forge.pkcs12.pkcs12FromAsn1({ ...file, value: parts }, false, forge.util.encodeUtf8(password));
  } catch (cause) {
    throw new CertificateRefused('wrong_password', { cause });
  }
}

/** node-forge has no error codes: the reason is read from its message. */
function refusalOf(cause: unknown): 'not_a_pfx' | 'wrong_password' | 'unsupported_encryption' {
  const words = cause instanceof Error ? cause.message : '';
  if (/password|decrypt/i.test(words)) return 'wrong_password';
  return /unsupported/i.test(words) && !/SafeBag|contentType|certificate type/.test(words)
    ? 'unsupported_encryption'
    : 'not_a_pfx';
}

function certificatesOf(pfx: forge.pkcs12.Pkcs12Pfx): X509Certificate[] {
  return bagsOf(pfx, forge.pki.oids.certBag).map(({ cert, asn1 }) => {
    const node = cert ? forge.pki.certificateToAsn1(cert) : asn1;
    return new X509Certificate(der(node));
  });
}

function keysOf(pfx: forge.pkcs12.Pkcs12Pfx): KeyObject[] {
  return [forge.pki.oids.pkcs8ShroudedKeyBag, forge.pki.oids.keyBag]
    .flatMap((type) => bagsOf(pfx, type))
    .map(({ key, asn1 }) => {
      const node = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
      return createPrivateKey({ key: der(node), format: 'der', type: 'pkcs8' });
    });
}

function bagsOf(pfx: forge.pkcs12.Pkcs12Pfx, bagType: string | undefined): forge.pkcs12.Bag[] {
  return bagType ? (pfx.getBags({ bagType })[bagType] ?? []) : [];
}

function der(node: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary');
}
