import { createHash, randomBytes } from 'node:crypto';

const howMany = 10;
const groups = 4;

/** 32 letters that nobody takes for another: no `i`, `l`, `o`, `u`. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits each, in four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () => {
    const code = [...randomBytes(groups * 4)].map((byte) => letters.charAt(byte % letters.length)).join('');
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** What is kept of a code, however it is typed; null for what has not a code's form. */
export function hashRecoveryCode(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  if (!new RegExp(`^[${letters}]{${groups * 4}}$`).test(code)) return null;
  return createHash('sha256').update(code).digest('hex');
}
