import { appendFile, chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../../simulator/register/journal.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function reopened(): Promise<string[]> {
  const lines: string[] = [];
  const journal = await Journal.open(join(folder, 'j.jsonl'), (line) => lines.push(line));
  await journal.close();
  return lines;
}

test('what was appended is there again, in order, however many were written at once', async () => {
  const journal = await Journal.open(join(folder, 'j.jsonl'), () => undefined);
  for (let i = 0; i < 500; i += 1) journal.append({ i, text: 'São João' });
  await journal.settled();
  await journal.close();
  expect((await reopened()).map((line): unknown => JSON.parse(line))).toEqual(
    Array.from({ length: 500 }, (_, i) => ({ i, text: 'São João' })),
  );
});

test('the file is for its owner alone, also one that was left open to others', async () => {
  const file = join(folder, 'j.jsonl');
  await reopened();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o644);
  await reopened();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('an entry is read back from its place', async () => {
  const journal = await Journal.open(join(folder, 'j.jsonl'), () => undefined);
  journal.append('á primeira');
  const place = journal.append('segunda é');
  expect(JSON.parse(await journal.read(place))).toBe('segunda é');
  await journal.close();
});

test('a line that a crash cut short is dropped, and the next one starts clean', async () => {
  const file = join(folder, 'j.jsonl');
  await appendFile(file, '{"a":1}\n{"b":');
  expect(await reopened()).toEqual(['{"a":1}']);
  const journal = await Journal.open(file, () => undefined);
  journal.append({ c: 3 });
  await journal.close();
  expect(await reopened()).toEqual(['{"a":1}', '{"c":3}']);
});
