import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { explainOwnRefusal, explainRejection, type RejectionRow } from '../../../domain/rejections/explain.ts';
import rejections from '../../../domain/rejections/sefaz.json' with { type: 'json' };
import table from '../../../tables/c-stat.json' with { type: 'json' };
import { fieldsOf } from '../../api/contract-fields.ts';

const published: Readonly<Record<string, { message: string; others?: { message: string }[] } | undefined>> =
  table.codes;
const rows: readonly RejectionRow[] = rejections.rows;
const refusal = /^(Rejeição|Uso Denegado|Falha)/;

test('every explained code is a refusal that the authority publishes, and `text` has its words', () => {
  const ofTable = rows.filter(({ code }) => published[code]);
  const strange = ofTable.filter(({ code }) => code !== '110' && !refusal.test(published[code]?.message ?? ''));
  expect(strange.map(({ code }) => code)).toEqual([]);
  const different = ofTable.filter(({ code, text }) => !wordsOf(code).includes(text ?? ''));
  expect(different.map(({ code, text }) => [code, text, wordsOf(code)])).toEqual([]);
});

test('a code that the published table does not have yet names the technical note, and has its words where they were read', () => {
  const newer = rows.filter(({ code }) => !published[code]);
  expect(newer.filter(({ source = '' }) => !/^NT 2026\.00[5-8] v1\.\d0/.test(source)).map(({ code }) => code)).toEqual(
    [],
  );
  expect(newer.filter(({ text }) => !text).map(({ code }) => code)).toEqual(['1277']);
});

test('every field is one that a creation, an emission or the company has, or the event that the row is about', () => {
  const strange = rows.filter(({ field, events }) => field !== undefined && !isField(field, events !== undefined));
  expect(strange.map(({ code, field }) => [code, field])).toEqual([]);
  expect(isField('items[].nothing', false)).toBe(false);
  expect(isField('company.nothing', false)).toBe(false);
});

test('every command named is one of the command line', () => {
  const words = rows.flatMap(({ mend }) =>
    [...mend.programmer.matchAll(/"lavra ([a-z]+ [a-z]+)/g)].map(([, name]) => name),
  );
  const known = [
    'certificate add',
    'certificate list',
    'company csc',
    'company csrt',
    'company set',
    'company show',
    'schemas add',
    'schemas list',
  ];
  expect([...new Set(words)].sort()).toEqual(
    [...known, 'documents resolve', 'documents retry', 'documents show'].sort(),
  );
});

test('every option named is one of the command line', () => {
  const options = rows.flatMap(({ mend }) =>
    [...mend.programmer.matchAll(/--([a-z-]+)/g)].map(([, name]) => `--${name} `),
  );
  const source = ['commands/company-flags.ts', 'commands/company-codes.ts', 'commands/documents.ts'].map((name) =>
    readFileSync(new URL(`../../../cli/${name}`, import.meta.url), 'utf8').replaceAll("'", ' '),
  );
  expect(options.filter((option) => !source.some((text) => text.includes(option)))).toEqual([]);
  expect(options.length).toBeGreaterThan(20);
});

test('every refusal that the simulated authority can answer is explained', () => {
  const answered = simulatedRefusals();
  expect(answered.size).toBeGreaterThan(200);
  const explained = new Set(rows.map(({ code }) => code));
  expect([...answered].filter((cStat) => !explained.has(cStat))).toEqual([]);
});

test('the item that the authority counts from 1 is the one that the API counts from 0', () => {
  expect(explainRejection('778', 'Rejeicao: Informado NCM inexistente [nItem:3]').field).toBe('items[2].ncm');
  expect(explainRejection('590', 'Rejeição: Informado CST [nItem: 990]').field).toBe('items[989].icmsSituation');
  const expected = 'Rejeicao: GTIN incompativel com a NCM [nItem:12; NCM esperada: 22030000]';
  expect(explainRejection('891', expected).field).toBe('items[11].ncm');
  expect(explainRejection('778', 'Rejeicao: Informado NCM inexistente').field).toBe('items[].ncm');
  expect(explainRejection('778', 'Rejeicao: Informado NCM inexistente [nItem:0]').field).toBe('items[].ncm');
});

test("an explanation keeps the authority's code and words, and has no field where none is to be looked at", () => {
  const words = 'Rejeicao: IE do emitente nao cadastrada';
  expect(explainRejection('230', words)).toMatchObject({
    code: '230',
    message: words,
    field: 'company.stateRegistration',
  });
  expect(explainRejection('203', 'Rejeicao: Emissor nao habilitado')).not.toHaveProperty('field');
});

test('the kind of the event decides what is said of it where a row is about that kind', () => {
  expect(explainRejection('596', '', '210210')).toMatchObject({
    cause: expect.stringMatching(/10 dias/),
    field: 'type',
  });
  expect(explainRejection('596', '', '210220').cause).toMatch(/90 dias/);
  expect(explainRejection('596', '', '110110').cause).toMatch(/carta de correção/);
  expect(explainRejection('596', '', '110111')).toEqual(explainRejection('596', ''));
});

test('a mend ends by saying how the note goes out again, by where the value is kept', () => {
  expect(explainRejection('481', '').mend.programmer).toMatch(/emita de novo com POST/);
  expect(explainRejection('208', '').mend.programmer).toMatch(/mantém o número que tem\.$/);
  expect(explainRejection('778', '').mend.programmer).toMatch(/regra, produto, modelo ou empresa/);
});

test('a refusal outside the catalogue is explained by its family, and no more is claimed', () => {
  expect(explainRejection('9998', 'Rejeicao: Algo novo')).toMatchObject({
    code: '9998',
    cause: expect.stringMatching(/reforma/),
  });
  expect(explainRejection('998', 'Rejeicao: Algo novo [nItem: 2]')).toMatchObject({ field: 'items[1]' });
  const unknown = explainRejection('998', 'Rejeicao: Algo novo');
  expect(unknown.cause).toMatch(/^A SEFAZ recusou/);
  expect(unknown).not.toHaveProperty('field');
});

test('a refusal of our own has no code, and points to the first field that it names', () => {
  const words = 'items[1].cfop: O CFOP 6102 não serve.\nitems[2].ncm: Falta o NCM.';
  expect(explainOwnRefusal('NFE', words)).toMatchObject({ code: null, message: words, field: 'items[1].cfop' });
  expect(explainOwnRefusal('NFE', 'O XML não passa no esquema oficial.\nclient.name: Falta.').field).toBe(
    'client.name',
  );
  const plain = explainOwnRefusal('NFCE', 'O certificado A1 da empresa venceu em 2026-01-01. Cadastre o novo.');
  expect(plain.cause).toMatch(/Não foi a SEFAZ/);
  expect(plain).not.toHaveProperty('field');
});

/** The published texts of a code, one for each meaning, without the prefix and the blanks that servers fill. */
function wordsOf(code: string): string[] {
  const { message = '', others = [] } = published[code] ?? {};
  return [message, ...others.map((other) => other.message)].map((words) =>
    words
      .replace(/^Rejeição: /, '')
      .replace(/\s*\[[^\]]*(\]|$)/g, '')
      .replace(/\s*\((<|Valor Informado|redação dada|NT \d)[^)]*\)/g, '')
      .trim(),
  );
}

const sent = new Set(
  ['FiscalDocumentCreation', 'EmissionRequest'].flatMap(fieldsOf).map(({ path }) => path.replaceAll('[0]', '[]')),
);
const company: unknown = readCompanyForm({
  taxId: '11222333000181',
  name: 'Loja',
  taxRegime: 'NORMAL',
  stateRegistration: '110042490114',
  address: {
    street: 'Rua A',
    number: '1',
    neighborhood: 'Centro',
    municipalityCode: '3550308',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01001000',
  },
  technicalResponsible: { cnpj: '11222333000181', contact: 'Ana', email: 'ana@example.com', phone: '1130000000' },
});

const ofEvents = new Set(fieldsOf('ManifestationRequest').map(({ path }) => path));

function isField(field: string, ofEvent: boolean): boolean {
  if (ofEvent) return ofEvents.has(field);
  return field.startsWith('company.') ? isWithin(company, field.split('.').slice(1)) : sent.has(field);
}

function isWithin(value: unknown, [first, ...rest]: string[]): boolean {
  if (first === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const entry = Object.entries(value).find(([name]) => name === first);
  return entry !== undefined && isWithin(entry[1], rest);
}

/** The cStat of every refusal in the simulator's rules and services, read from their source: the product may not import the simulator. */
function simulatedRefusals(): Set<string> {
  const folder = new URL('../../../simulator/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const codes = files.flatMap((name) => {
    const source = readFileSync(new URL(name, folder), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\/|'[^'\n]*'|`[^`]*`/g, '');
    const isCodes = /^(rules|events|services|certificates)[\\/]/.test(name);
    const form = isCodes ? /(?<![\w.])(\d{3,4})(?![\w.])/g : /Rejection\((\d{3,4})/g;
    return [...source.matchAll(form)].flatMap(([, code]) => code ?? []);
  });
  // Numbers in the simulator that are no codes: days of a year, numbers in a range.
  const others = new Set(['365', '1000']);
  return new Set(codes.filter((code) => !others.has(code) && refusal.test(published[code]?.message ?? '')));
}
