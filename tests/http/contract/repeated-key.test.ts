import { expect, test } from 'vitest';
import fc from 'fast-check';
import { repeatedKey } from '../../../http/contract/repeated-key.ts';

test.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":{"b":1},"c":2,"a":3}', 'a'],
  ['{"items":[{"code":"A"},{"code":"B","quantity":1,"code":"C"}]}', 'items[1].code'],
  ['[[0],[1,{"x":{"y":[],"y":[]}}]]', '[1][1].x.y'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"caf\\u00e9":1,"café":2}', 'café'],
  ['{"\\\\":1,"\\u005c":2}', '\\'],
  ['{ "a" : 1 ,\n\t"b" : "a" , "a" : 2 }', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
])('%s repeats %j', (json, path) => {
  expect(repeatedKey(json)).toBe(path);
});

test.each([
  '{}',
  '17',
  '"a"',
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '{"a":["a","a","\\"a\\":",{"b":"{\\"b\\":1,\\"b\\":2}"}],"c":"\\\\"}',
  '{"constructor":1,"toString":2,"a":"}","b":"]","c":","}',
])('%s repeats nothing', (json) => {
  expect(repeatedKey(json)).toBeNull();
});

test('whatever JSON holds, nothing is repeated until something is', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(repeatedKey(json)).toBeNull();
    }),
  );
  const record = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(record, fc.nat(), (fields, at) => {
      const keys = Object.keys(fields);
      const key = keys[at % keys.length] ?? '';
      const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      expect(repeatedKey(`{${[...members, `${JSON.stringify(key)}:0`].join(',')}}`)).toBe(key);
    }),
  );
});

test('a million levels and a million quotation marks are read as any others', () => {
  const deep = 1_000_000;
  expect(repeatedKey(`${'['.repeat(deep)}{"a":1,"a":2}${']'.repeat(deep)}`)).toBe(`${'[0]'.repeat(deep)}.a`);
  expect(repeatedKey(JSON.stringify({ a: '\\"'.repeat(deep), b: '\\'.repeat(deep) }))).toBeNull();
});
