import { expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../../domain/accounts/password.ts';

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
