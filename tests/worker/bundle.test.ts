import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptBundle } from '../../worker/bundle.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-bundle-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the workflows’ code is made once and taken from where it is kept, until something that it is made of changes', async () => {
  const made = await keptBundle({ folder });
  const file = join(folder, 'plain.js');
  const kept = await readFile(file, 'utf8');
  expect(kept.slice(kept.indexOf('\n') + 1)).toBe(made.code);

  await writeFile(file, `${kept}// taken`);
  expect((await keptBundle({ folder })).code).toBe(`${made.code}// taken`);

  await writeFile(file, kept.replace(/^\/\/ ./, '// -'));
  expect((await keptBundle({ folder })).code).toBe(made.code);
  expect(await readFile(file, 'utf8')).toBe(kept);
});

test('where nothing can be kept it is made each time', async () => {
  const { code } = await keptBundle({ folder: '/dev/null/nowhere' });
  expect(code).toContain('emission');
});
