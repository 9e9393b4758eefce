import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { admitCertificate, openPfx } from '../../../domain/companies/certificate.ts';
import { CertificateRefused } from '../../../domain/companies/certificate-refused.ts';
import { make, type Made, pfxOf } from './making-certificates.ts';

const cnpj = '11222333000181';
const branch = '11222333000262';
const stranger = '11444777000161';
const now = new Date();
const root = make({ name: 'AC Raiz de Teste', ca: true });
const intermediate = make({ name: 'AC Intermediaria de Teste', ca: true, issuer: root });
const leaf = make({ name: `LOJA DE TESTE LTDA:${cnpj}`, cnpj, issuer: intermediate });
const file = pfxOf(leaf, { chain: [intermediate, root] });
const opened = openPfx(file, '1234');

test('a file opens to its certificate, its holder and its dates', () => {
  expect(opened).toMatchObject({ taxId: cnpj, notAfter: leaf.certificate.validity.notAfter });
  expect(opened.subject).toContain('CN=LOJA DE TESTE LTDA');
  expect(opened.issuer).toContain('AC Intermediaria de Teste');
  expect(opened.certificatePem.replace(/\s/g, '')).toBe(leaf.pem.replace(/\s/g, ''));
  const certificate = new X509Certificate(opened.certificatePem);
  expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(opened.fingerprint);
  expect(certificate.checkPrivateKey(createPrivateKey(opened.privateKeyPem))).toBe(true);
});

test('a name with letters outside ASCII is read as it was written', () => {
  const accented = make({ name: `PANIFICAÇÃO SÃO JOÃO LTDA:${cnpj}`, issuer: intermediate, key: leaf });
  expect(openPfx(pfxOf(accented), '1234')).toMatchObject({
    taxId: cnpj,
    subject: expect.stringContaining(`CN=PANIFICAÇÃO SÃO JOÃO LTDA:${cnpj}`),
  });
});

test('the CNPJ is read from the common name where the ICP-Brasil field is missing', () => {
  const plain = make({ name: `LOJA DE TESTE LTDA:${cnpj}`, issuer: intermediate, key: leaf });
  expect(openPfx(pfxOf(plain), '1234').taxId).toBe(cnpj);
});

test('the ICP-Brasil field wins over the common name, and may be alphanumeric', () => {
  const named = make({ name: `LOJA DE TESTE LTDA:${cnpj}`, cnpj: '12ABC34501DE35', issuer: intermediate, key: leaf });
  expect(openPfx(pfxOf(named), '1234').taxId).toBe('12ABC34501DE35');
});

test.each([
  ['another password', '4321'],
  ['no password', ''],
  ['a password outside of ASCII', 'sênha€'],
])('%s is refused as a wrong password', (_what, password) => {
  expect(codeOf(() => openPfx(file, password))).toBe('wrong_password');
});

test.each(['sênha', 'ção do José', '€uro'])('the password %j opens the file it protects', (password) => {
  expect(openPfx(pfxOf(leaf, { password, algorithm: '3des' }), password).taxId).toBe(cnpj);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('isto não é um certificado')],
  ['a certificate without its container', Buffer.from(leaf.pem)],
  ['half a file', file.subarray(0, 700)],
])('%s is refused as no PFX', (_what, file) => {
  expect(codeOf(() => openPfx(file, '1234'))).toBe('not_a_pfx');
});

test('a key of another certificate is refused', () => {
  const mixed: Made = { ...leaf, key: intermediate.key };
  expect(codeOf(() => openPfx(pfxOf(mixed), '1234'))).toBe('key_mismatch');
});

test.each(['JOSE DA SILVA', 'JOSE DA SILVA:12345678900'])('%s, with neither CNPJ nor CPF, is refused', (name) => {
  expect(codeOf(() => openPfx(pfxOf(make({ name, key: leaf })), '1234'))).toBe('no_cnpj');
});

const cpf = '12345678909';

test.each([
  ['its field', { name: 'JOSE DA SILVA', cpf }, cpf],
  ['its common name', { name: `JOSE DA SILVA:${cpf}` }, cpf],
  ['its field before its common name', { name: 'JOSE DA SILVA:52998224725', cpf }, cpf],
  ['its CNPJ, where it also names who answers for the company', { name: 'LOJA', cnpj, cpf }, cnpj],
])('the holder of a certificate is known by %s', (_what, wanted, holder) => {
  expect(openPfx(pfxOf(make({ ...wanted, key: leaf })), '1234').taxId).toBe(holder);
});

test('an e-CPF signs for its person alone, and no company signs for a person', () => {
  const person = openPfx(pfxOf(make({ name: 'JOSE DA SILVA', cpf, issuer: root, key: leaf })), '1234');
  const admitted = (taxId: string) => () => admitCertificate(person, { taxId, trust: [root.pem], now });
  expect(admitted(cpf)().taxId).toBe(cpf);
  expect(codeOf(admitted('12345679980'))).toBe('other_cnpj');
  expect(codeOf(admitted('12345678000195'))).toBe('other_cnpj'); // a CNPJ that begins with the CPF's eight digits
  expect(codeOf(() => admitCertificate(opened, { taxId: '11222333000', trust: [root.pem], now }))).toBe('other_cnpj');
});

test('a key of less than 2048 bits is refused', () => {
  expect(codeOf(() => openPfx(pfxOf(make({ name: 'FRACA', cnpj, bits: 1024 })), '1234'))).toBe('weak_key');
});

test('the intermediates are taken from the file, and the root stays out', () => {
  const admitted = admit({ chain: [intermediate, root] });
  expect(admitted.chainPem.replace(/\s/g, '')).toBe(intermediate.pem.replace(/\s/g, ''));
});

test('intermediates missing in the file are taken from the trusted ones', () => {
  const admitted = admit({ chain: [], trust: [`${root.pem}\n${intermediate.pem}`] });
  expect(admitted.chainPem.replace(/\s/g, '')).toBe(intermediate.pem.replace(/\s/g, ''));
});

test("a head office's certificate serves its branch", () => {
  expect(admit({ taxId: branch }).taxId).toBe(cnpj);
});

test('a certificate that has not begun is admitted, and its chain is checked as of its first day', () => {
  expect(admit({ now: new Date(now.getTime() - 10 * 86_400_000) }).taxId).toBe(cnpj);
});

test.each([
  ['other_cnpj', stranger, { taxId: stranger }],
  ['expired', '', { now: new Date(now.getTime() + 400 * 86_400_000) }],
  ['untrusted_root', 'AC Raiz de Teste', { trust: [], chain: [intermediate, root] }],
  ['chain_expired', 'AC Intermediaria de Teste', { chain: [expiredIntermediate()] }],
  ['chain_broken', 'AC Intermediaria de Teste', { chain: [forgedIntermediate()] }],
  ['issuer_missing', 'AC Intermediaria de Teste', { chain: [] }],
] as const)('%s is refused in its own words, naming what it is about', (code, named, context) => {
  const refusal = refusalOf(() => admit(context));
  expect(refusal.code).toBe(code);
  expect(refusal.message).toContain(named);
});

function expiredIntermediate(): Made {
  const notBefore = new Date(now.getTime() - 9 * 86_400_000);
  const notAfter = new Date(now.getTime() - 8 * 86_400_000);
  return make({ name: 'AC Intermediaria de Teste', ca: true, issuer: root, key: intermediate, notBefore, notAfter });
}

function forgedIntermediate(): Made {
  return make({ name: 'AC Intermediaria de Teste', ca: true, issuer: root, key: root });
}

type Context = { taxId?: string; trust?: readonly string[]; now?: Date; chain?: readonly Made[] };
function admit({ chain = [intermediate], trust = [root.pem], ...context }: Context) {
  const chainPem = chain.map(({ pem }) => pem).join('');
  return admitCertificate({ ...opened, chainPem }, { taxId: cnpj, now, trust: [...trust], ...context });
}

function refusalOf(work: () => unknown): CertificateRefused {
  try {
    work();
  } catch (error) {
    if (error instanceof CertificateRefused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function codeOf(work: () => unknown): string {
  return refusalOf(work).code;
}
