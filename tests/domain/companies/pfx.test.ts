import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPfx } from '../../../domain/companies/certificate.ts';
import { CertificateRefused } from '../../../domain/companies/certificate-refused.ts';

const file = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url));
const original = new X509Certificate(file('rsa.crt'));

test.each([
  ['RC2-40, which OpenSSL 3 refuses', 'rc2-40'],
  ['3DES', 'triple-des'],
  ['AES-256 with SHA-256', 'pbes2-sha256'],
  ['AES-128', 'pbes2-aes-128'],
  ['5,000 rounds of key derivation', 'many-rounds'],
  ['no integrity check', 'without-mac'],
])('a file with %s opens to the very certificate that was put in', (_what, name) => {
  const opened = openPfx(file(`${name}.pfx`), 'Lavra 2026');
  expect(opened.taxId).toBe('11222333000181');
  expect(opened.certificatePem).toBe(original.toString());
});

test('an accented password opens a modern file, whose parts take it in two encodings', () => {
  expect(openPfx(file('accented-password.pfx'), 'sênha ção').taxId).toBe('11222333000181');
  expect(() => openPfx(file('accented-password.pfx'), 'sênha çao')).toThrow('A senha do certificado está errada.');
});

test.each(['rc2-40', 'triple-des', 'pbes2-sha256', 'many-rounds', 'without-mac'])(
  '%s: a wrong password is told at once',
  (name) => {
    expect(() => openPfx(file(`${name}.pfx`), 'Lavra 2025')).toThrow('A senha do certificado está errada.');
  },
);

test.each([
  ['an elliptic curve key', 'elliptic', 'not_rsa'],
  ['a certificate without its key', 'without-key', 'no_private_key'],
])('%s is refused', (_what, name, code) => {
  expect(() => openPfx(file(`${name}.pfx`), 'Lavra 2026')).toThrow(expect.objectContaining({ code }));
  expect(() => openPfx(file(`${name}.pfx`), 'Lavra 2026')).toThrow(CertificateRefused);
});
