import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** More than the certificates that must have different keys in one test file. */
const many = 32;
const keys: string[] = [];
let next = 0;

/**
 * An RSA key of 2048 bits as PKCS#1 PEM. The run makes a few and hands them out in turn: making one takes a tenth of a second of a core,
 * and tests need some seven hundred. Certificates are issued anew each time.
 */
export function keyInTurn(): string {
  const place = next++ % many;
  return (keys[place] ??= ofRun(`${place}.pem`));
}

/** The key in a file of the run's folder, which all processes of the run share. Tests of the `pure` project have no such folder. */
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
    renameSync(part, file); // renamed, so that another process never reads half a file
    return key;
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}
