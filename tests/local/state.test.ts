import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeToOthers, localState } from '../../local/state.ts';

let folder: string;
let umask: number;
beforeEach(async () => {
  umask = process.umask(0o022);
  folder = await mkdtemp(join(tmpdir(), 'lavra-private-'));
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true });
});

test('what is written from then on is for its owner alone', async () => {
  await closeToOthers(localState(join(folder, 'home')));
  await mkdir(join(folder, 'home', 'new'));
  await writeFile(join(folder, 'home', 'new', 'file'), '');
  expect(await modes(['home/new', 'home/new/file'])).toEqual(['700', '600']);
});

test('a folder that has more than the state keeps the rights of everything else', async () => {
  await mkdir(join(folder, 'logs'));
  await mkdir(join(folder, 'other'));
  for (const file of ['logs/api-server.log', 'other/program', 'file', 'target'])
    await writeFile(join(folder, file), '');
  await chmod(join(folder, 'other', 'program'), 0o755);
  await symlink(join(folder, 'target'), join(folder, 'logs', 'linked.log'));
  await closeToOthers(localState(folder));
  expect(await modes(['logs', 'logs/api-server.log'])).toEqual(['700', '600']);
  expect(await modes(['other', 'other/program', 'file', 'target'])).toEqual(['755', '755', '644', '644']);
});

test('a folder for everyone stays one', async () => {
  await chmod(folder, 0o1777);
  await closeToOthers(localState(folder));
  expect(await modes(['.'])).toEqual(['1777']);
});

test('a LAVRA_HOME that cannot be used is named with its setting', async () => {
  await writeFile(join(folder, 'home'), '');
  await expect(closeToOthers(localState(join(folder, 'home')))).rejects.toThrow(
    /^A pasta do estado, .*home, não pode ser usada \(EEXIST\): .* LAVRA_HOME\.$/,
  );
});

async function modes(files: string[]): Promise<string[]> {
  const found = await Promise.all(files.map((file) => stat(join(folder, file))));
  return found.map(({ mode }) => (mode & 0o7777).toString(8));
}
