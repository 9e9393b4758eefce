import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { showProgress } from '../../../cli/terminal/progress.ts';

test('where there is no terminal a line every few seconds says how far it is, how fast, and for how long yet', async () => {
  const stream = new PassThrough();
  let now = 1_000;
  const progress = showProgress(stream, 'linhas', () => now);
  progress.start(20_000, 4_000);
  now += 2_000;
  progress.at(6_000);
  now += 2_000;
  progress.at(8_000);
  now += 1_000;
  progress.at(9_000);
  now += 3_000;
  progress.at(12_000);
  progress.stop();
  stream.end();
  expect(await text(stream)).toBe(
    '8000 de 20000 linhas (40%), 1000 por segundo, faltam 12 s\n' +
      '12000 de 20000 linhas (60%), 1000 por segundo, faltam 8 s\n',
  );
});

test('on a terminal a bar says the same', async () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  let now = 0;
  const progress = showProgress(stream, 'linhas', () => now);
  progress.start(100, 0);
  now = 1_000;
  progress.at(50);
  progress.stop();
  stream.end();
  const shown = await text(stream);
  expect(shown).toContain('50% | 50 de 100 linhas | 50/s | faltam 1 s');
  expect(shown).toContain('█');
});
