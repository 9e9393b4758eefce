import { expect, test } from 'vitest';
import { DomainError } from '../../../domain/errors.ts';
import { plainDocument, searchPattern } from '../../../operations/lists/search.ts';

test.each([
  ['silva', '%silva%'],
  ['  São   José ', '%São José%'],
  ['sil', '%sil%'],
  ['si', '% si%'],
  ['s', '% s%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
  ['１００％', '%100\\%%'],
  ['', null],
  ['   ', null],
])('a search for %j looks for %j', (search, pattern) => {
  expect(searchPattern(search)).toBe(pattern);
});

test.each(['a\u0000b', 'a\u0007b', 'a\ud800'])(
  'a search with characters that no text holds is refused: %j',
  (search) => {
    expect(() => searchPattern(search)).toThrow(DomainError);
  },
);

test.each([
  ['11.222.333/0001-81', '11222333000181'],
  ['529.982', '529982'],
  [' 529.982.247-25 ', '52998224725'],
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12.abc.345', '12abc345'],
  ['jr.silva', 'jr.silva'],
  ['a1.com.br', 'a1.com.br'],
  ['Rua 7-B', 'Rua 7-B'],
])('%j is looked for as %j where it is a document', (search, plain) => {
  expect(plainDocument(search)).toBe(plain);
});
