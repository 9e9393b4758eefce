import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueA1 } from '../../../simulator/certificates/a1.ts';
import { type CertificateAuthority, openAuthority, signer } from '../../../simulator/certificates/authority.ts';
import { makeCertificate, newKey } from '../../../simulator/certificates/certificate.ts';

const taxId = '11222333000181';
const name = 'PANIFICAÇÃO SÃO JOÃO & CIA LTDA';
const password = 'senha';

let folder: string;
let authority: CertificateAuthority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-names-'));
  authority = await openAuthority(folder, ['localhost', 'homologacao.nfe.fazenda.sp.gov.br']);
});
afterAll(() => rm(folder, { recursive: true }));

test('names are UTF8String, and the country the PrintableString that RFC 5280 asks for', async () => {
  const { certificate } = await issueA1(authority, { taxId, name, password });
  const issued = [authority.root.certificate, authority.intermediate.certificate, authority.server.certificate];
  for (const pem of [...issued, certificate]) {
    const { subject, issuer } = namesIn(pem);
    for (const { type, tag } of [...subject, ...issuer]) {
      expect({ type, tag }).toEqual({ type, tag: type === countryName ? Type.PRINTABLESTRING : Type.UTF8 });
    }
  }
  const commonName = namesIn(certificate).subject.find(({ type }) => type === forge.pki.oids['commonName']);
  expect(Buffer.from(commonName?.bytes ?? '', 'binary').toString('utf8')).toBe(`${name}:${taxId}`);
});

test('OpenSSL reads the letters of a name', async () => {
  const { certificate } = await issueA1(authority, { taxId, name, password });
  expect(new X509Certificate(certificate).subject.split('\n')).toContain(`CN=${name}:${taxId}`);
});

test('a certificate names its issuer byte by byte, also one with letters outside ASCII', async () => {
  const key = await newKey();
  const issuer = { key, certificate: signer(key, 'AC Simulação') };
  const below = makeCertificate({
    key,
    units: ['Órgão'],
    commonName: 'ÁGUA',
    notBefore: new Date(),
    notAfter: new Date(Date.now() + 1000),
    extensions: [],
    issuer,
  });
  expect(namesIn(below).issuer).toEqual(namesIn(issuer.certificate).subject);
  expect(new X509Certificate(below).checkIssued(new X509Certificate(issuer.certificate))).toBe(true);
});

const strict = 'a strict parser (cryptography, of Python) reads every certificate and the A1 file';
if (spawnSync('python3', ['-c', 'import cryptography']).status === 0) {
  test(strict, async () => {
    const { pfx, certificate } = await issueA1(authority, { taxId, name, password });
    const { root, intermediate, server } = authority;
    const certificates = [root, intermediate, server].map((credentials) => credentials.certificate);
    const input = JSON.stringify({
      certificates: [...certificates, certificate],
      pfx: pfx.toString('base64'),
      password,
    });
    const { status, stdout, stderr } = spawnSync('python3', ['-W', 'error', '-c', python], { input });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout.toString())).toEqual([
      'AC Raiz Simulada v1',
      'AC Simulada RFB G1',
      'localhost',
      `${name}:${taxId}`,
    ]);
  });
} else {
  test.skip(`${strict} (not run: python3 has no cryptography on this machine)`, () => {});
}

const python = `
import base64, json, sys
from cryptography import x509
from cryptography.hazmat.primitives.serialization import pkcs12
asked = json.load(sys.stdin)
read = [x509.load_pem_x509_certificate(pem.encode()) for pem in asked["certificates"]]
for certificate in read:
    list(certificate.extensions), certificate.issuer.rfc4514_string(), certificate.not_valid_after_utc
key, own, others = pkcs12.load_key_and_certificates(base64.b64decode(asked["pfx"]), asked["password"].encode())
assert own == read[-1] and others == [read[1]], "the file holds other certificates"
common = lambda certificate: certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)[0].value
json.dump([common(certificate) for certificate in read], sys.stdout)
`;

const { Type } = forge.asn1;
const countryName = forge.pki.oids['countryName'];

type Attribute = { type: string; tag: number; bytes: string };

/** The attributes of both names in a certificate's DER. */
function namesIn(pem: string): { subject: Attribute[]; issuer: Attribute[] } {
  const { raw } = new X509Certificate(pem);
  const [certified] = parts(forge.asn1.fromDer(raw.toString('binary')));
  const [, , , issuer, , subject] = parts(certified);
  return { subject: attributesOf(subject), issuer: attributesOf(issuer) };
}

function attributesOf(names: forge.asn1.Asn1 | undefined): Attribute[] {
  return parts(names)
    .flatMap(parts)
    .map((attribute) => {
      const [type, value] = parts(attribute);
      return { type: forge.asn1.derToOid(text(type)), tag: Number(value?.type), bytes: text(value) };
    });
}

function parts(node: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  return Array.isArray(node?.value) ? node.value : [];
}

function text(node: forge.asn1.Asn1 | undefined): string {
  return typeof node?.value === 'string' ? node.value : '';
}
