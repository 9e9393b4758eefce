import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { masterKey } from '../../domain/seal.ts';
import { command } from '../../machine/command.ts';

/** A folder as operators have it, with the files that docker-compose.yml names. */
let folder: string;
const root = fileURLToPath(new URL('../..', import.meta.url));
const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const named = [...compose.matchAll(/file: \.\/secrets\/(\w+) /g)].map(([, name]) => name!).toSorted();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-secrets-'));
  await mkdir(join(folder, 'ops'));
  await cp(join(root, 'ops/secrets.sh'), join(folder, 'ops/secrets.sh'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('every secret that the containers get is drawn once, in a folder that is closed to others, and stays', async () => {
  await make();
  const drawn = await values();
  expect(new Set(drawn).size).toBe(7);
  expect(masterKey(Buffer.from(await secret('master_key'), 'base64'))).toBeDefined();
  expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
  await make();
  expect(await values()).toEqual(drawn);
});

test('an installation of a release that had them in .env keeps them, whatever their characters', async () => {
  const words = String.raw`pässw$rd \n "a" #b=c & d`;
  await writeFile(
    join(folder, '.env'),
    `LAVRA_MASTER_KEY='${'A'.repeat(43)}='\nPOSTGRES_PASSWORD=short\nDATABASE_API_PASSWORD='${words}'\nGRAFANA_PASSWORD=\n`,
  );
  await make();
  expect(await secret('master_key')).toBe(`${'A'.repeat(43)}=`);
  expect(await secret('postgres_password')).toBe('short');
  expect(await secret('database_api_password')).toBe(words);
  expect(await secret('grafana_password')).toMatch(/^[0-9a-f]{64}$/);
});

const make = () => command('sh', [join(folder, 'ops/secrets.sh')], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } });
const secret = (name: string) => readFile(join(folder, 'secrets', name), 'utf8');
const values = () => Promise.all(named.map(secret));
