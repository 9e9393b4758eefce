import { expect, test } from 'vitest';
import fc from 'fast-check';
import { hashApiKey, hintOf, looksLikeApiKey, newApiKey } from '../../../domain/access/key.ts';

test('a new key is of a company, is recognised, and never comes twice', () => {
  const keys = Array.from({ length: 500 }, () => newApiKey('ck'));
  expect(new Set(keys).size).toBe(500);
  for (const key of keys) {
    expect(key).toMatch(/^ck_[0-9A-Za-z]{49}$/);
    expect(looksLikeApiKey(key)).toBe(true);
  }
});

test('one wrong character anywhere is noticed without asking the database', () => {
  const key = newApiKey('ck');
  fc.assert(
    fc.property(fc.integer({ min: 3, max: key.length - 1 }), fc.constantFrom(...'0aZ9zB'), (at, wrong) => {
      fc.pre(key[at] !== wrong);
      expect(looksLikeApiKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
    }),
  );
});

test.each([
  ['nothing', ''],
  ['a bare prefix', 'ck_'],
  ['another prefix', newApiKey('ck').replace('ck_', 'xk_')],
  ['a header', 'Bearer x'],
  ['a very long text', `ck_${'0'.repeat(5000)}`],
  ['letters of no key', `ck_${'ç'.repeat(49)}`],
])('%s is no key', (_what, text) => {
  expect(looksLikeApiKey(text)).toBe(false);
});

test('the stored hash is the SHA-256 of the key, so that any process finds it with one index', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the hint shows the ends of the key and hides the rest', () => {
  const key = newApiKey('ck');
  expect(hintOf(key)).toHaveLength(12);
  expect(key.startsWith(hintOf(key).slice(0, 7)) && key.endsWith(hintOf(key).slice(-4))).toBe(true);
});
