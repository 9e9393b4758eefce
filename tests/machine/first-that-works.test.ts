import { expect, test } from 'vitest';
import { firstThatWorks } from '../../machine/first-that-works.ts';

const nothing = (): void => {};

test('the first way that works is taken, and none is tried after it', async () => {
  const tried: string[] = [];
  const link = (name: string, gives: string | undefined) => async () => {
    tried.push(name);
    return gives;
  };
  const links = [link('setting', undefined), link('cache', 'found'), link('download', 'never')];
  expect(await firstThatWorks('Part', links, 'last word', nothing)).toBe('found');
  expect(tried).toEqual(['setting', 'cache']);
});

test('a way that fails is reported and the next is tried', async () => {
  const said: string[] = [];
  const links = [() => Promise.reject(new Error('host is down')), async () => 'built'];
  expect(await firstThatWorks('Part', links, 'last word', (line) => said.push(line))).toBe('built');
  expect(said).toEqual(['Part: host is down']);
});

test('when no way works, every reason is reported, and at the end what to do', async () => {
  const links = [() => Promise.reject(new Error('host is down')), async () => undefined];
  await expect(firstThatWorks('Part', links, 'Set PART.', nothing)).rejects.toThrow(
    'Part: nenhum caminho funcionou.\n  - host is down\nSet PART.',
  );
});
