import { expect, test } from 'vitest';
import { readCsc } from '../../../domain/companies/security-codes.ts';
import { DomainError } from '../../../domain/errors.ts';

const token = '0123456789ABCDEF';

test('a CSC is taken as it is copied: spaces around it and zeros in front do not count', () => {
  expect(readCsc({ id: ' 000001 ', token: `${token}\n` })).toEqual({ id: '1', token });
});

test.each(['', '0', '000000', '1234567', '1a', '-1'])('%j is no id of a CSC', (id) => {
  expect(pathsOf({ id, token })).toEqual(['id']);
});

test.each(['', token.slice(1), token.repeat(3), 'código-com-acento-grave', '0123 56789ABCDEF0'])(
  '%j is no CSC',
  (refused) => {
    expect(pathsOf({ id: '1', token: refused })).toEqual(['token']);
  },
);

function pathsOf(written: { id: string; token: string }): string[] {
  try {
    readCsc(written);
  } catch (error) {
    if (error instanceof DomainError) return error.issues.map(({ path }) => path);
    throw error;
  }
  return [];
}
