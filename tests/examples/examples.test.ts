import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localSettings } from '../../local/settings.ts';
import { startApi, type TestApi } from '../api/fixture.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { until } from '../support/checks/until.ts';

const examples = resolve(import.meta.dirname, '../../examples');
const run = promisify(execFile);

let installation: Installation;
let api: TestApi;
let folder: string;
let env: Record<string, string>;
let receiver: ChildProcess;
/** What the receiver printed. */
const received: string[] = [];
beforeAll(async () => {
  // The key of `startApi`: the worker signs with the secret that the API sealed.
  installation = await openInstallation({ LAVRA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  const { client: temporal, env: settings } = installation;
  api = await startApi({ temporal, databaseUrl: settings.databaseUrl, printsHtml: true });
  folder = await mkdtemp(join(tmpdir(), 'lavra-examples-'));
  const { key } = await installation.openCompany();
  const [port = 0] = await ownPorts(1);
  env = { ...localSettings().inherited, LAVRA_URL: api.url, LAVRA_KEY: key, PORT: String(port) };
  receiver = spawn(process.execPath, [join(examples, 'webhook-receiver.js')], { cwd: folder, env });
  createInterface(receiver.stdout!).on('line', (line) => received.push(line));
  await until('the receiver is registered', async () => received[0]?.startsWith('ready: '));
});
afterAll(async () => {
  receiver?.kill();
  await api?.close();
  await installation?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  { file: 'sale.js', program: process.execPath, needs: ['node'] },
  { file: 'sale.py', program: 'python3', needs: ['python3'] },
  { file: 'sale.sh', program: 'sh', needs: ['curl'] },
])('$file', ({ file, program, needs }) => {
  const missing = needs.find((each) => spawnSync(each, ['--version']).error);
  const issues = missing ? test.skip : test;

  issues('issues one note however often it runs, keeps its files, and the receiver hears of it once', async () => {
    const ran = await sold(program, file, `${file}-1`);
    const key = /^AUTHORIZED (\d{44})\n/.exec(ran)?.[1] ?? '';
    expect(ran).toBe(`AUTHORIZED ${key}\n${key}.xml\n${key}.pdf\n`);
    expect(await readFile(join(folder, `${key}.xml`), 'utf8')).toMatch(
      new RegExp(`<nfeProc .*${key}.*</nfeProc>`, 's'),
    );
    expect(await readFile(join(folder, `${key}.pdf`), 'utf8')).toContain('DANFE');
    expect(await sold(program, file, `${file}-1`)).toBe(ran);
    const line = `document.authorized ${key}`;
    await until('it is told', async () => received.includes(line));
    expect(received.filter((each) => each === line)).toHaveLength(1);
  });

  issues('ends with the words of a refusal', async () => {
    const refused = sold(program, file, `${file}-2`, { LAVRA_KEY: 'ck_unknown' });
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('invalid_api_key') });
  });
});

/** What the example prints. */
async function sold(program: string, file: string, number: string, more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(program, [join(examples, file), number], { cwd: folder, env: { ...env, ...more } });
  return stdout;
}
