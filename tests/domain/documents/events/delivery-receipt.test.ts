import { expect, test } from 'vitest';
import { isOfType, proofHash, type ProofType } from '../../../../domain/documents/events/delivery-receipts.ts';

test('the hash is the SHA-1 of the key followed by the proof in base64', () => {
  // printf '35261111222333000181550010000012341123456785iVBORw0KGgo=' | openssl sha1 -binary | base64
  expect(proofHash('35261111222333000181550010000012341123456785', 'iVBORw0KGgo=')).toBe(
    'GaDmSNbw3VYI1Q2nqTRxWsV2j+s=',
  );
});

test.each<[ProofType, number[]]>([
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [...Buffer.from('%PDF-1.7')]],
])('%s is known by how it begins, and is no other type', (type, beginning) => {
  const types: ProofType[] = ['image/jpeg', 'image/png', 'application/pdf'];
  expect(types.filter((one) => isOfType(Uint8Array.from(beginning), one))).toEqual([type]);
  expect(isOfType(Uint8Array.from(beginning.slice(0, 2)), type)).toBe(false);
});
