import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { masterKey, seal, sealOwner, unseal } from '../../domain/seal.ts';

const key = masterKey(randomBytes(32));
const owner = sealOwner.certificate('company-a', 'certificate-1');

test('what was sealed opens to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      expect(unseal(key, owner, seal(key, owner, secret))).toBe(secret);
    }),
  );
});

test('the same secret never looks the same twice, and is not readable', () => {
  const [one, other] = [seal(key, owner, 'senha do A1'), seal(key, owner, 'senha do A1')];
  expect(one.data).not.toBe(other.data);
  expect(Buffer.from(one.data, 'base64').toString('latin1')).not.toContain('senha');
});

test.each([
  ["another company's row", sealOwner.certificate('company-b', 'certificate-1')],
  ['another record of the company', sealOwner.certificate('company-a', 'certificate-2')],
  ['a record of another kind', sealOwner.webhookSecret('company-a', 'certificate-1')],
])('a box moved to %s does not open', (_where, moved) => {
  expect(() => unseal(key, moved, seal(key, owner, 'x'))).toThrow();
});

test('a box opens with no other master key', () => {
  expect(() => unseal(masterKey(randomBytes(32)), owner, seal(key, owner, 'x'))).toThrow('sealed with master key');
});

test.each(['wrappedKey', 'data'] as const)('one changed bit of its %s and a box does not open', (part) => {
  const box = seal(key, owner, 'x');
  const bytes = Buffer.from(box[part], 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => unseal(key, owner, { ...box, [part]: bytes.toString('base64') })).toThrow();
});

test.each([0, 16, 31, 33])('a master key of %i bytes is refused', (length) => {
  expect(() => masterKey(randomBytes(length))).toThrow('32 bytes');
});
