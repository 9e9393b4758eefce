import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** More than a test file has certificates whose keys must not be the same. */
const many = 32;
const keys: string[] = [];
let next = 0;

/**
 * An RSA key of 2048 bits as PKCS#1 PEM, of those that the run makes once and hands out in turn: to make one costs a tenth of a second of a
 * core, and tests need some seven hundred. What is issued for it is new each time.
 */
export function keyInTurn(): string {
  const place = next++ % many;
  return (keys[place] ??= ofRun(`${place}.pem`));
}

/** The key in this file of the run's folder, which all its processes read. The rules' tests have no such folder. */
function ofRun(name: string): string {
  const { TEST_PORTS: ports } = process.env;
  if (ports === undefined) return newKey();
  const folder = join(dirname(ports), 'keys');
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(folder, { recursive: true });
    const key = newKey();
    const part = `${file}.${process.pid}`;
    writeFileSync(part, key);
    renameSync(part, file); // whole for who reads it meanwhile
    return key;
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}
