import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import administration from '../../openapi/generated/admin.json' with { type: 'json' };
import contract from '../../openapi/generated/openapi.json' with { type: 'json' };
import { englishOf, portugueseRows, reworded } from '../../site/descriptions/translate.ts';
import { administrationApi, api } from '../../site/operations.ts';

const folder = new URL('../../site/descriptions/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const rows = [...portugueseRows()];

/** Every paragraph of a contract, without the texts about the APIs and their tags in `operations.json` and `administration.json`. */
function paragraphsOf(description: object): Set<string> {
  const paragraphs = new Set<string>();
  reworded({ ...description, info: {}, tags: [] }, (text) => {
    for (const paragraph of englishOf(text)) paragraphs.add(paragraph);
    return text;
  });
  return paragraphs;
}

const [ofApi, ofAdministration] = [paragraphsOf(contract), paragraphsOf(administration)];
const english = new Set([...ofApi, ...ofAdministration]);

const codesIn = (text: string): string[] => [...text.matchAll(/`[^`]+`/g)].map(([code]) => code);
const figuresIn = (text: string): string[] => [...text.matchAll(/\d+(?:[.,-]\d+)+|\d{2,}/g)].map(([figure]) => figure);
/** The numbers in an English text, with points between thousands as in Portuguese. */
const figuresOf = (text: string): string[] => figuresIn(text.replaceAll(/\b(\d{1,3}),(?=\d{3}\b)/g, '$1.'));

test('every description of both contracts has its Portuguese: a new or changed one gets a row in `site/descriptions`', () => {
  expect([...english].filter((paragraph) => !portugueseRows().has(paragraph))).toEqual([]);
  expect(ofApi.size).toBeGreaterThan(1300);
  expect(ofAdministration.size).toBeGreaterThan(500);
});

test('no row is of an English that neither contract has any more', () => {
  expect(rows.filter(([paragraph]) => !english.has(paragraph)).map(([paragraph]) => paragraph)).toEqual([]);
});

test.each(files)('%s has a line for each row, and no row twice', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(Object.keys(JSON.parse(text) as object).length + 2);
});

test('codes stand in the Portuguese as they do in the English, and no others', () => {
  const strayed = rows.flatMap(([paragraph, portuguese]) => [
    ...codesIn(paragraph).filter((code) => !portuguese.includes(code)),
    ...codesIn(portuguese).filter((code) => !paragraph.includes(code)),
  ]);
  expect(strayed).toEqual([]);
});

test('dates, codes of the authority and other figures are those of the English', () => {
  const lost = rows.flatMap(([paragraph, portuguese]) =>
    figuresOf(paragraph)
      .filter((figure) => !figuresIn(portuguese).includes(figure))
      .map((figure) => `${figure}: ${portuguese}`),
  );
  expect(lost).toEqual([]);
});

test('names that XML has, in brackets, are those of the English', () => {
  const named = (text: string): string[] =>
    [...text.matchAll(/\b(?:c|d|g|ind|mod|n|p|q|t|tp|v|x|CST|UF)[A-Z][A-Za-z]+\b/g)].map(([name]) => name);
  const lost = rows.flatMap(([paragraph, portuguese]) =>
    named(paragraph).filter((name) => !named(portuguese).includes(name)),
  );
  expect(lost).toEqual([]);
});

test('no row is written in English', () => {
  const words = /\b(?:the|of|and|with|which|when|that|must|absent)\b/;
  expect(rows.filter(([, portuguese]) => words.test(portuguese.replaceAll(/`[^`]+`/g, '')))).toEqual([]);
  expect(rows.filter(([paragraph, portuguese]) => paragraph === portuguese)).toEqual([]);
});

test.each([
  ['/v1', contract, api],
  ['/admin/v1', administration, administrationApi],
])('the reference of %s has Portuguese in every place, and nothing else of it is another', (_path, of, told) => {
  const { left, changed } = comparison(of, told.description());
  expect(left).toEqual([]);
  expect(changed.filter((path) => !/\/(?:description|summary)$|^\/info\/title$/.test(path))).toEqual([]);
  expect(changed.filter((path) => /(?<!\/properties)\/(?:example|value|default)\//.test(path))).toEqual([]);
});

test('an operation of an office names the company’s call that it stands for', () => {
  expect(api.description()).toMatchObject({
    paths: {
      '/v1/accounting/companies/{companyId}/fiscal-documents': {
        post: {
          description: expect.stringMatching(/^Como `POST \/v1\/fiscal-documents`, para uma empresa da carteira\./),
        },
      },
    },
  });
});

test('fields that are called as words of OpenAPI are, and data of examples, stay as they are', () => {
  const schema = {
    properties: {
      description: { type: 'string', description: 'Said.', example: 'Said.' },
      value: { description: 'Said.' },
    },
    example: { description: 'Said.' },
    examples: { one: { summary: 'Said.', value: { summary: 'Said.', description: 'Said.' } } },
  };
  expect(reworded(schema, () => 'Dito.')).toEqual({
    properties: {
      description: { type: 'string', description: 'Dito.', example: 'Said.' },
      value: { description: 'Dito.' },
    },
    example: { description: 'Said.' },
    examples: { one: { summary: 'Dito.', value: { summary: 'Said.', description: 'Said.' } } },
  });
});

/** The paths at which two descriptions differ (`changed`), and at which they are the same (`left`). */
function comparison(one: unknown, other: unknown, path = ''): { left: string[]; changed: string[] } {
  if (isObject(one) && isObject(other)) {
    const parts = [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) =>
      comparison(one[key], other[key], `${path}/${key}`),
    );
    return { left: parts.flatMap(({ left }) => left), changed: parts.flatMap(({ changed }) => changed) };
  }
  if (one !== other) return { left: [], changed: [path] };
  const isText = path.endsWith('/description') && !/\/(?:example|examples\/[^/]+\/value)\//.test(path);
  return { left: isText ? [path] : [], changed: [] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
