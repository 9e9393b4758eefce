import { expect, test } from 'vitest';
import { inDays, lasting } from '../../panel/parts/words.ts';

test('how long something took is said in two units at most, and never as sixty of the smaller', () => {
  const said: [number, string][] = [
    [0, '0 ms'],
    [210.4, '210 ms'],
    [999.4, '999 ms'],
    [999.6, '1,0 s'],
    [8_240, '8,2 s'],
    [59_949, '59,9 s'],
    [59_950, '1 min 0 s'],
    [130_000, '2 min 10 s'],
    [179_600, '3 min 0 s'],
    [3_599_600, '1 h 0 min'],
    [11_100_000, '3 h 5 min'],
    [7_170_000, '2 h 0 min'],
  ];
  expect(said.map(([milliseconds]) => lasting(milliseconds))).toEqual(said.map(([, words]) => words));
});

test('what ends within a day may end tomorrow', () => {
  expect([1, 2, 1_200].map(inDays)).toEqual(['hoje ou amanhã', 'em 2 dias', 'em 1.200 dias']);
});
