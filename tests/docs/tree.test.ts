import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of tests that do not mirror a folder of the product. */
const notRooms = ['crash', 'dependencies', 'docs', 'fiscal-cases', 'fixtures', 'histories', 'journeys', 'support'];

const isThere = (path: string): boolean => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));

test('every test stands in the folder of the tree that it is about, or in one named after its file', () => {
  const folders = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map(dirname)
    .filter((folder) => !notRooms.includes(folder.split('/')[0] ?? ''));
  expect(folders.length).toBeGreaterThan(100);
  expect([...new Set(folders)].filter((folder) => !isThere(folder))).toEqual([]);
});

test('every file that the documents name is there', async () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const rooms = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const missing = await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(join(root, 'docs', page), 'utf8');
      const named = [...text.matchAll(/`([a-z-]+)(\/[\w./-]+\.ts)`/g)];
      return named
        .filter(([, room = '']) => rooms.includes(room))
        .map(([, room = '', rest = '']) => `${room}${rest}`)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`);
    }),
  );
  expect(missing.flat()).toEqual([]);
});
