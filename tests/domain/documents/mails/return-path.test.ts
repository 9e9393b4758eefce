import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReturnPath, returnPathOf } from '../../../../domain/documents/mails/return-path.ts';
import { masterKey } from '../../../../domain/seal.ts';

const key = masterKey(randomBytes(32));
const mailbox = 'retorno-notas.x@exemplo.com.br';
const id = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b';

test('an address tells of which mail it is, whatever the case that servers made of it, and fits into an envelope', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), (mailId, isLoud) => {
      const address = returnPathOf(key, mailbox, mailId);
      expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64);
      const seen = isLoud ? address.toUpperCase() : address;
      expect(readReturnPath(key, mailbox, ` ${seen} `)).toBe(mailId);
    }),
  );
});

test.each([
  ['of another installation', returnPathOf(masterKey(randomBytes(32)), mailbox, id)],
  ['of another mailbox', returnPathOf(key, 'outro@exemplo.com.br', id)],
  ['of another domain', returnPathOf(key, mailbox, id).replace('exemplo', 'exemplos')],
  ['without a token', mailbox],
  ['of another mail with its signature', returnPathOf(key, mailbox, id).replace('+019ab1c2', '+019ab1c3')],
  ['with a signature that was guessed', returnPathOf(key, mailbox, id).replace(/.{16}@/, `${'0'.repeat(16)}@`)],
  ['nothing', ''],
])('an address %s is none', (_what, address) => {
  expect(readReturnPath(key, mailbox, address)).toBeNull();
});
