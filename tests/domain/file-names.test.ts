import { expect, test } from 'vitest';
import fc from 'fast-check';
import { validateFileName } from 'yauzl';
import { safeName, uniqueNames } from '../../domain/file-names.ts';

test.each([
  ['Padaria Pão Quente Ltda', 'Padaria Pão Quente Ltda'],
  ['Comércio S/A', 'Comércio S-A'],
  ['a\\b/c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['..', 'sem nome'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['.oculta', 'oculta'],
  ['Fim. . ', 'Fim'],
  ['  dois   espaços\te\nlinhas ', 'dois espaços e linhas'],
  ['sino\u0007', 'sino-'],
  ['cafe\u0301', 'café'],
  ['Loja 😀', 'Loja 😀'],
  ['de\u202Etrás', 'detrás'],
  ['metade \uD83D', 'metade \uFFFD'],
  ['CON', '_CON'],
  ['con.fecções', '_con.fecções'],
  ['Nul .txt', '_Nul .txt'],
  ['LPT¹', '_LPT¹'],
  ['COM1.tar.gz', '_COM1.tar.gz'],
  ['COM10', 'COM10'],
  ['Conserva', 'Conserva'],
  ['', 'sem nome'],
  ['\u200B', 'sem nome'],
])('%j is written %j', (text, name) => {
  expect(safeName(text)).toBe(name);
});

test('what is too long loses whole characters at its end', () => {
  expect(safeName('ã'.repeat(200))).toBe('ã'.repeat(127));
  expect(safeName(`${'a'.repeat(250)}👩🏽‍🚀`)).toBe('a'.repeat(250));
  expect(safeName(`${'a'.repeat(252)} . bcd`)).toBe('a'.repeat(252));
  expect(Buffer.byteLength(safeName(`NUL.${'x'.repeat(300)}`))).toBe(255);
});

test('names that differ by case or composition alone are told apart, also from those that look like the mark', () => {
  expect(uniqueNames(['Padaria', 'PADARIA', 'padaria', 'Padaria (2)'])).toEqual([
    'Padaria',
    'PADARIA (2)',
    'padaria (3)',
    'Padaria (2) (2)',
  ]);
  expect(uniqueNames(['Straße', 'STRASSE', 'a/b', 'a:b'])).toEqual(['Straße', 'STRASSE (2)', 'a-b', 'a-b (2)']);
  const [small, capital] = ['\u1F80\u07EB', '\u1F08\u0399\u07EB'];
  expect(uniqueNames([small, capital])).toEqual([small, `${capital} (2)`]);
  const long = 'ã'.repeat(200);
  expect(uniqueNames([long, long]).map((name) => Buffer.byteLength(name))).toEqual([254, 254]);
});

const parts = fc.constantFrom(
  ...[
    'CON',
    'nul',
    'COM',
    'LPT',
    '¹',
    '1',
    '.',
    '..',
    ' ',
    '/',
    '\\',
    ':',
    '*',
    '\0',
    '\u0301',
    '\u202E',
    '\uD83D',
    '😀',
    'ã',
  ],
);
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.array(parts, { maxLength: 30 }).map((all) => all.join('')),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

/** The rules written a second time, as a list of refusals. */
function faultsOf(name: string): string[] {
  const [base = ''] = name.split('.');
  return Object.entries({
    empty: name === '',
    reserved: /[\u0000-\u001f\u007f<>:"/\\|?*]/u.test(name),
    'dot or space at an end': /^[. ]|[. ]$/u.test(name),
    device: /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])$/iu.test(base.trimEnd()),
    'too long': Buffer.byteLength(name) > 255,
    'not composed': name !== name.normalize('NFC'),
    'half a character': !name.isWellFormed(),
    invisible: /\p{Cf}/u.test(name),
    'refused by a reader of ZIPs': validateFileName(`${name}/notas/a.xml`) !== null,
  }).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

test('whatever comes in, what comes out is a name on every system, and stays one', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const name = safeName(text);
      expect(faultsOf(name)).toEqual([]);
      expect(safeName(name)).toBe(name);
    }),
    { numRuns: 2000 },
  );
});

test('whatever comes in, no two names are alike, and each is one on every system', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 12 }), fc.boolean(), (texts, twice) => {
      const names = uniqueNames(twice ? [...texts, ...texts.map((text) => text.toUpperCase())] : texts);
      expect(names.flatMap(faultsOf)).toEqual([]);
      const alike = new Set(names.map((name) => name.normalize('NFD').toLowerCase()));
      const alikeInWindows = new Set(names.map((name) => name.toUpperCase()));
      expect([alike.size, alikeInWindows.size]).toEqual([names.length, names.length]);
    }),
    { numRuns: 500 },
  );
});
