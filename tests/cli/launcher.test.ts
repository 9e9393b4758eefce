import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../../cli/lavra.js', import.meta.url));
const away = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing', TEMPORAL_ADDRESS: '127.0.0.1:1' };

test.each([
  [['--help'], 0, 'Uso: lavra'],
  [['company', '--help'], 0, 'Comandos:'],
  [['--version'], 0, '0.'],
])('%j answers with nothing configured', async (args, code, words) => {
  expect(await launch(args, {})).toMatchObject({ code, out: expect.stringContaining(words), err: '' });
});

test('a database that is away is reported in a sentence, with exit code 3, without its password or a stack', async () => {
  const { code, err } = await launch(['company', 'list'], away);
  expect(code).toBe(3);
  expect(err).toMatch(/^Erro: O banco de dados não responde.*\[database_unavailable\]\n$/);
  expect(err).not.toContain('secret');
});

test('a command that does not exist is named, with exit code 2', async () => {
  const { code, err } = await launch(['empresa'], {});
  expect(code).toBe(2);
  expect(err).toContain('Comando desconhecido: empresa');
});

test('settings that make no sense are named', async () => {
  const { code, err } = await launch(['company', 'list'], { ...away, LAVRA_API_PORT: 'três mil' });
  expect(code).toBe(1);
  expect(err).toContain('LAVRA_API_PORT');
});

async function launch(args: string[], settings: Record<string, string>) {
  const env = { HOME: homedir(), PATH: '/usr/local/bin:/usr/bin:/bin', ...settings };
  const child = spawn(process.execPath, [launcher, ...args], { env });
  child.stdin.end();
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}
