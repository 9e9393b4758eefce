import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { isCnpj, isCpf, taxIdRoot } from '../tax-id.ts';
import { CertificateRefused } from './certificate-refused.ts';
import type { CertificateSecrets } from './certificate.entity.ts';
import { readPfx } from './pfx.ts';

/** An A1 certificate as it comes out of its file: the secrets that are sealed, and what may be shown. */
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
 * Opens an A1 file and finds the certificate that belongs to its key. `chainPem` has all other certificates of the file, unchecked.
 *
 * @throws {CertificateRefused} for a certificate that cannot sign a note for any company
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
 * Checks that an opened certificate may sign for a company, now or from its first day on. The result has the checked intermediates, without the root,
 * in `chainPem`.
 *
 * @param context.trust roots and intermediates in PEM, each text one certificate or a bundle
 * @throws {CertificateRefused} `expired`, `other_cnpj`, or for a chain that does not end in a trusted root
 */
export function admitCertificate(
  opened: OpenedCertificate,
  { taxId, trust, now }: { taxId: string; trust: string[]; now: Date },
): OpenedCertificate {
  if (now > opened.notAfter) throw new CertificateRefused('expired', { detail: `em ${day(opened.notAfter)}` });
  // The certificate of a head office signs for its branches, that of a person for that person alone (rejection 227).
  if (taxIdRoot(opened.taxId) !== taxIdRoot(taxId)) {
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

/** A distinguished name on one line, for people; node:crypto has one line per part. */
function oneLine(name: string): string {
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

/** Where ICP-Brasil writes the holder's CNPJ: an otherName of the subject's alternative names (DOC-ICP-04). */
const cnpjOid = '2.16.76.1.3.3';
/** Where ICP-Brasil writes the data of the person who holds an e-CPF: day of birth in eight digits, CPF, and further numbers (DOC-ICP-04). */
const personOid = '2.16.76.1.3.1';

/**
 * The CNPJ or CPF of an A1 certificate: ICP-Brasil's own field, else the end of a common name `NAME:CNPJ` or `NAME:CPF`; null if it has neither. A
 * certificate with a CNPJ is the company's, whatever persons it names.
 */
export function holderOf(certificate: X509Certificate): string | null {
  const names = otherNames(certificate);
  const company = [...textsOf(names, cnpjOid), commonNameEnd(certificate)].find((text) => isCnpj(text));
  const person = [...textsOf(names, personOid).map((text) => text.slice(8, 19)), commonNameEnd(certificate)];
  return company ?? person.find((text) => isCpf(text)) ?? null;
}

function commonNameEnd({ subject }: X509Certificate): string {
  return /^CN=.*:([0-9A-Z]{11}|[0-9A-Z]{14})$/m.exec(subject)?.[1] ?? '';
}

type OtherName = { oid: string; texts: string[] };

function textsOf(names: OtherName[], wanted: string): string[] {
  return names.flatMap(({ oid, texts }) => (oid === wanted ? texts : []));
}

function otherNames(certificate: X509Certificate): OtherName[] {
  const root = forge.asn1.fromDer(forge.util.createBuffer(certificate.raw.toString('binary')));
  return nodes(root).flatMap((node) => {
    const [type, value] = childrenOf(node);
    return type?.type === forge.asn1.Type.OID && value ? [{ oid: oidOf(type), texts: textsIn(value) }] : [];
  });
}

/** Every node of a certificate, including the nodes inside extensions, which octet strings wrap. */
function nodes(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  return [node, ...[...childrenOf(node), ...wrapped(node)].flatMap(nodes)];
}

function wrapped(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  if (node.type !== forge.asn1.Type.OCTETSTRING || typeof node.value !== 'string') return [];
  try {
    return [forge.asn1.fromDer(forge.util.createBuffer(node.value))];
  } catch {
    return [];
  }
}

function textsIn(node: forge.asn1.Asn1): string[] {
  return typeof node.value === 'string' ? [node.value.trim()] : node.value.flatMap(textsIn);
}

function childrenOf(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  return typeof node.value === 'string' ? [] : node.value;
}

function oidOf(node: forge.asn1.Asn1): string {
  return typeof node.value === 'string' ? forge.asn1.derToOid(node.value) : '';
}
