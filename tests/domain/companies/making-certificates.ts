import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import forge from 'node-forge';
import { keyInTurn } from '../../support/samples/keys.ts';

/** A certificate with its key, as a test made it. */
export type Made = { certificate: forge.pki.Certificate; key: forge.pki.rsa.PrivateKey; pem: string; keyPem: string };
type CertificateOptions = {
  name: string;
  cnpj?: string;
  cpf?: string;
  issuer?: Made;
  ca?: boolean;
  notBefore?: Date;
  notAfter?: Date;
  bits?: number;
  key?: Made;
};

const { Class, Type, create, oidToDer } = forge.asn1;
const utf8String: number = Type.UTF8;
const day = 86_400_000;

/** Makes a certificate, self-signed without an issuer, with CNPJ and CPF where ICP-Brasil writes them. */
export function make(wanted: CertificateOptions): Made {
  const { name, cnpj, cpf, issuer, ca = false, bits } = wanted;
  const keyPem = wanted.key?.keyPem ?? (bits === undefined ? keyInTurn() : newKey(bits));
  const key = forge.pki.privateKeyFromPem(keyPem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  certificate.validity.notBefore = wanted.notBefore ?? new Date(Date.now() - day);
  certificate.validity.notAfter = wanted.notAfter ?? new Date(Math.floor(Date.now() / 1000) * 1000 + 365 * day);
  const subject = [
    { name: 'countryName', value: 'BR' },
    { name: 'organizationName', value: 'ICP-Brasil', valueTagClass: utf8String },
    { name: 'commonName', value: name, valueTagClass: utf8String },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? issuer.certificate.subject.attributes : subject);
  const names = [
    ...(cnpj ? [otherName('2.16.76.1.3.3', cnpj)] : []),
    ...(cpf ? [otherName('2.16.76.1.3.1', `01011980${cpf}${'0'.repeat(31)}`)] : []),
  ];
  certificate.setExtensions([
    { name: 'basicConstraints', cA: ca, critical: true },
    ...(names.length > 0 ? [{ id: '2.5.29.17', value: create(Class.UNIVERSAL, Type.SEQUENCE, true, names) }] : []),
  ]);
  signFast(certificate, issuer?.keyPem ?? keyPem);
  return { certificate, key, keyPem, pem: forge.pki.certificateToPem(certificate) };
}

/** A PKCS#12 file of the certificate, in the order of a Windows export. */
export function pfxOf(
  leaf: Made,
  {
    chain = [],
    password = '1234',
    algorithm = 'aes256',
  }: { chain?: Made[]; password?: string; algorithm?: 'aes256' | '3des' } = {},
): Buffer {
  const certificates = [leaf, ...chain].map(({ certificate }) => certificate);
  const file = forge.pkcs12.toPkcs12Asn1(leaf.key, certificates, password, { algorithm });
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary');
}

/** Signs with Node, because node-forge's signing in JavaScript is slow. */
function signFast(certificate: forge.pki.Certificate, keyPem: string): void {
  certificate.md = forge.md.sha256.create();
  certificate.signatureOid = certificate.siginfo.algorithmOid = forge.pki.oids.sha256WithRSAEncryption ?? '';
  certificate.signature = '';
  const [toBeSigned] = forge.pki.certificateToAsn1(certificate).value;
  if (typeof toBeSigned !== 'object') throw new TypeError('a certificate begins with what is signed');
  const bytes = Buffer.from(forge.asn1.toDer(toBeSigned).getBytes(), 'binary');
  certificate.signature = sign('sha256', bytes, keyPem).toString('binary');
}

/** OtherName (DOC-ICP-04): for a company its CNPJ; for a person the date of birth, the CPF and further numbers. */
function otherName(oid: string, value: string): forge.asn1.Asn1 {
  return create(Class.CONTEXT_SPECIFIC, 0, true, [
    create(Class.UNIVERSAL, Type.OID, false, oidToDer(oid).getBytes()),
    create(Class.CONTEXT_SPECIFIC, 0, true, [create(Class.UNIVERSAL, Type.OCTETSTRING, false, value)]),
  ]);
}

function newKey(bits: number): string {
  return generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString();
}
