import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import forge from 'node-forge';
import { issueA1 } from '../../../simulator/certificates/a1.ts';
import type { CertificateAuthority } from '../../../simulator/certificates/authority.ts';
import { openAuthority, signer } from '../../../simulator/certificates/authority.ts';

let folder: string;
let authority: CertificateAuthority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-ca-'));
  authority = await openAuthority(folder, ['localhost']);
});
afterAll(() => rm(folder, { recursive: true }));

const order = { taxId: '11222333000181', name: 'PADARIA SÃO JOÃO LTDA', password: 'sénha 1' };

function opened(pfx: Buffer, password: string): string[] {
  const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(pfx.toString('binary')), password);
  const bags = file.getBags({ bagType: forge.pki.oids['certBag'] ?? '' })[forge.pki.oids['certBag'] ?? ''] ?? [];
  const names = bags.map(({ cert }) => cert?.subject.attributes.find(({ name }) => name === 'commonName')?.value);
  return names.map((name) => forge.util.decodeUtf8(String(name)));
}

test('an A1 file opens with its password and no other', async () => {
  const { pfx } = await issueA1(authority, { ...order, password: 'senha' });
  expect(() => createSecureContext({ pfx, passphrase: 'senha' })).not.toThrow();
  expect(() => createSecureContext({ pfx, passphrase: 'outra' })).toThrow();
});

test('the keys of an A1 file are derived from its password in 2048 rounds, as issuers do, unless the authority is told otherwise', async () => {
  const rounds = Buffer.from([2, 2, 8, 0]); // the DER of 2048
  expect((await issueA1(authority, order)).pfx.includes(rounds)).toBe(true);
  const { pfx } = await issueA1({ ...authority, passwordRounds: 1 }, order);
  expect(pfx.includes(rounds)).toBe(false);
  expect(opened(pfx, order.password)).toHaveLength(2);
});

test('a file of the old kind is refused by OpenSSL, though its password is right', async () => {
  const { pfx } = await issueA1(authority, { ...order, password: 'senha', legacy: true });
  expect(() => createSecureContext({ pfx, passphrase: 'senha' })).toThrow('Unsupported PKCS12 PFX data');
  expect(opened(pfx, 'senha')).toEqual(['PADARIA SÃO JOÃO LTDA:11222333000181', 'AC Simulada RFB G1']);
});

test('the chain in the file is whole unless it was ordered otherwise', async () => {
  const chains = await Promise.all(
    (['complete', 'missing', 'broken'] as const).map(async (chain) =>
      opened((await issueA1(authority, { ...order, password: 'a', chain })).pfx, 'a'),
    ),
  );
  expect(chains.map((chain) => chain.length)).toEqual([2, 1, 2]);
});

test('the infrastructure is made once and kept', async () => {
  const again = await openAuthority(folder, ['localhost']);
  expect(again.bundle).toBe(authority.bundle);
});

test('a serial number is never padded, which OpenSSL would refuse', () => {
  const { key } = authority.root;
  for (let i = 0; i < 50; i += 1) {
    const { serialNumber } = new X509Certificate(signer(key, `AC ${i}`));
    expect(serialNumber).toMatch(/^4[0-9A-F]{31}$/);
  }
});

test('an order with a tax id that is none is refused', async () => {
  await expect(issueA1(authority, { ...order, taxId: '123' })).rejects.toThrow();
});
