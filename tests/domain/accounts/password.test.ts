import { expect, test } from 'vitest';
import { hashPassword, isPassword, weaknessOf } from '../../../domain/accounts/password.ts';

test('a password is known by its hash, and nothing else is', async () => {
  const hash = await hashPassword('cavalo bateria grampo');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await isPassword('cavalo bateria grampo', hash)).toBe(true);
  expect(await isPassword('cavalo bateria grampO', hash)).toBe(false);
  expect(await hashPassword('cavalo bateria grampo')).not.toBe(hash);
});

test('letters that a keyboard composes in another way are the same password', async () => {
  const hash = await hashPassword('maçã é fruta boa');
  expect(await isPassword('maçã é fruta boa'.normalize('NFD'), hash)).toBe(true);
});

test('what no password was hashed to is no wrong password', async () => {
  await expect(isPassword('x', 'plain')).rejects.toThrow(TypeError);
});

test.each([
  ['onze letras', 'pelo menos 12'],
  ['aaaaaaaaaaaaaaaa', 'repete'],
  ['abababababab', 'repete'],
  ['qwertyuiopas', 'sequência'],
  ['zyxwvutsrqpo', 'sequência'],
  ['joao.silva2026', 'e-mail'],
  ['x'.repeat(100) + 'abcde'.repeat(30), 'até 200'],
])('%s is refused in words', (said, words) => {
  expect(weaknessOf(said, 'joao.silva@example.com')).toContain(words);
});

test.each(['cavalo bateria grampo', 'Tr0ub4dor&3xyz', '大きな赤い家の中の青い猫です'])('%s will do', (said) => {
  expect(weaknessOf(said, 'joao.silva@example.com')).toBeNull();
});
