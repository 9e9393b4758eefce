import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { explainRejection } from '../../../domain/sefaz/explain-rejection.ts';
import { catalogue } from '../../../domain/sefaz/rejections/catalogue.ts';
import table from '../../../tables/c-stat.json' with { type: 'json' };
import { fieldsOf } from '../../api/contract-fields.ts';

const published: Readonly<Record<string, { message: string } | undefined>> = table.codes;
const refusal = /^(Rejeição|Uso Denegado|Falha)/;

test('at least 150 rejections are explained, each in one chapter only', () => {
  const codes = catalogue.map(([cStat]) => cStat);
  expect(codes.length).toBeGreaterThanOrEqual(150);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('every explained code is a refusal that the authority publishes', () => {
  const strange = catalogue.filter(([cStat]) => cStat !== '110' && !refusal.test(published[cStat]?.message ?? ''));
  expect(strange.map(([cStat]) => cStat)).toEqual([]);
});

test.each(catalogue)('%s says why and what to do in whole sentences, which differ', (_cStat, { cause, fix }) => {
  for (const text of [cause, fix]) {
    expect(text).toMatch(/^[A-ZÁÉÍÓÚÂÊÔÃÕÇ][^]{15,}\.$/);
    expect(text).not.toMatch(/\.\.$|\s\s|undefined/);
  }
  expect(fix).not.toBe(cause);
});

test('every field is one that a creation, an emission or the company has', () => {
  const fields = catalogue.flatMap(([cStat, { field }]) => (field === undefined ? [] : [{ cStat, field }]));
  expect(fields.filter(({ field }) => !isField(field))).toEqual([]);
  expect(isField('items[].nothing')).toBe(false);
  expect(isField('company.nothing')).toBe(false);
});

test('every command named is one of the command line', () => {
  const words = catalogue.flatMap(([, { fix }]) =>
    [...fix.matchAll(/"lavra ([a-z]+ [a-z]+)/g)].map(([, name]) => name),
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
  const options = catalogue.flatMap(([, { fix }]) => [...fix.matchAll(/--([a-z-]+)/g)].map(([, name]) => `--${name} `));
  const source = ['company/flags.ts', 'commands/csc.ts', 'commands/documents.ts'].map((name) =>
    readFileSync(new URL(`../../../cli/${name}`, import.meta.url), 'utf8').replaceAll("'", ' '),
  );
  expect(options.filter((option) => !source.some((text) => text.includes(option)))).toEqual([]);
  expect(options.length).toBeGreaterThan(20);
});

test('every refusal that the simulated authority can answer is explained', () => {
  const answered = simulatedRefusals();
  expect(answered.size).toBeGreaterThan(200);
  const explained = new Set(catalogue.map(([cStat]) => cStat));
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

test('a fix ends by saying how the note goes out again, by where the value is kept', () => {
  expect(explainRejection('481', '').fix).toMatch(/emita de novo com POST/);
  expect(explainRejection('208', '').fix).toMatch(/mantém o número que tem\.$/);
  expect(explainRejection('778', '').fix).toMatch(/regra, produto, modelo ou empresa/);
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
  expect(explainRejection(null, words)).toMatchObject({ code: null, message: words, field: 'items[1].cfop' });
  expect(explainRejection(null, 'O XML não passa no esquema oficial.\nclient.name: Falta.').field).toBe('client.name');
  const plain = explainRejection(null, 'O certificado A1 da empresa venceu em 2026-01-01. Cadastre o novo.');
  expect(plain.cause).toMatch(/Não foi a SEFAZ/);
  expect(plain).not.toHaveProperty('field');
});

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

function isField(field: string): boolean {
  return field.startsWith('company.') ? isWithin(company, field.split('.').slice(1)) : sent.has(field);
}

function isWithin(value: unknown, [first, ...rest]: string[]): boolean {
  if (first === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const entry = Object.entries(value).find(([name]) => name === first);
  return entry !== undefined && isWithin(entry[1], rest);
}

/** cStat of every refusal in the simulator's rules and services, read as text: the product may not import what the simulator does. */
function simulatedRefusals(): Set<string> {
  const folder = new URL('../../../simulator/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const codes = files.flatMap((name) => {
    const source = readFileSync(new URL(name, folder), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\/|'[^'\n]*'|`[^`]*`/g, '');
    const isCodes = /^(rules|events|services|certificates)[\\/]/.test(name);
    const form = isCodes ? /(?<![\w.])(\d{3,4})(?![\w.])/g : /Rejection\((\d{3,4})/g;
    return [...source.matchAll(form)].flatMap(([, code]) => code ?? []);
  });
  // Numbers of the simulator that are codes of the table by chance: days of a year, numbers in a range.
  const others = new Set(['365', '1000']);
  return new Set(codes.filter((code) => !others.has(code) && refusal.test(published[code]?.message ?? '')));
}
