import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-openapi-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what is generated is what the contract says now: run "npm run openapi"', async () => {
  const [description, types] = [join(folder, 'openapi.json'), join(folder, 'types.ts')];
  await tool('node_modules/@redocly/cli/bin/cli.js', ['bundle', 'openapi/openapi.yaml', '-o', description]);
  await tool('openapi/mount.ts', [description]);
  await tool('openapi/exemplify.ts', [description]);
  await tool('openapi/publish.ts', [description]);
  await tool('openapi/types.ts', [description, types]);
  for (const name of ['openapi.json', 'internals.json']) {
    expect(await readFile(join(folder, name), 'utf8')).toBe(await kept('openapi/generated', name));
  }
  expect(await readFile(types, 'utf8')).toBe(await kept('clients/typescript/src', 'contract.ts'));
});

test('and what is generated of the contract of administration', async () => {
  const [description, types] = [join(folder, 'admin.json'), join(folder, 'admin-types.ts')];
  await tool('node_modules/@redocly/cli/bin/cli.js', ['bundle', 'openapi/admin.yaml', '-o', description]);
  await tool('openapi/exemplify.ts', [description]);
  await tool('openapi/publish.ts', [description, 'admin-internals.json']);
  await tool('openapi/types.ts', [description, types]);
  for (const name of ['admin.json', 'admin-internals.json']) {
    expect(await readFile(join(folder, name), 'utf8')).toBe(await kept('openapi/generated', name));
  }
  expect(await readFile(types, 'utf8')).toBe(await kept('clients/typescript/src', 'admin-contract.ts'));
});

function tool(script: string, args: string[]) {
  return run(process.execPath, [join(root, script), ...args], { cwd: root });
}

function kept(where: string, name: string): Promise<string> {
  return readFile(join(root, where, name), 'utf8');
}
