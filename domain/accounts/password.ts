import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Argon2id with the least cost in OWASP's Password Storage Cheat Sheet (read 2026-11-24): 19 MiB, two passes, one lane. */
const memoryKib = 19_456;
const passes = 2;
const lanes = 1;
const tagBytes = 32;
const saltBytes = 16;

/** Hash of a password in the form of the reference implementation: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await tagOf(password, { salt, memory: memoryKib, passes, parallelism: lanes, bytes: tagBytes });
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Whether the password is the one of a hash; a wrong password takes as long as the right one. @throws TypeError for a text that `hashPassword` did
 * not write
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, time, parallelism, salt, tag] = form.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new TypeError('not a hash of a password');
  const expected = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(time),
    parallelism: Number(parallelism),
    bytes: expected.length,
  };
  return timingSafeEqual(await tagOf(password, { salt: Buffer.from(salt, 'base64'), ...cost }), expected);
}

type Cost = { salt: Buffer; memory: number; passes: number; parallelism: number; bytes: number };

/** Hashes the NFKC form, so that the same letters are the same password, however a keyboard composes them (NIST SP 800-63B). */
function tagOf(password: string, { salt, bytes, ...cost }: Cost): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: salt,
    tagLength: bytes,
    ...cost,
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
