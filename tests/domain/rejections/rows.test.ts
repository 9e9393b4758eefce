import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { quotaIsExhausted } from '../../../domain/companies/quota.ts';
import { explainOwnRefusal, explainRejection, type RejectionRow } from '../../../domain/rejections/explain.ts';
import schema from '../../../domain/rejections/rows.schema.json' with { type: 'json' };
import sefaz from '../../../domain/rejections/sefaz.json' with { type: 'json' };
import sefin from '../../../domain/rejections/sefin.json' with { type: 'json' };
import { fieldsOf } from '../../api/contract-fields.ts';

const tables: readonly [name: string, table: { rows: readonly RejectionRow[] }, atLeast: number][] = [
  ['sefaz.json', sefaz, 700],
  ['sefin.json', sefin, 250],
];
const rows = tables.flatMap(([, table]) => table.rows.map((row) => [row.code, row] as const));

test.each(tables)('%s is as rows.schema.json says', (_name, table) => {
  const check = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  check(table);
  expect(check.errors ?? []).toEqual([]);
});

test.each(tables)('rows.schema.json takes no row of %s without either mend', (_name, table) => {
  const check = new Ajv2020({ strict: true }).compile(schema);
  for (const reader of ['programmer', 'person'] as const) {
    const [first, ...others] = table.rows;
    const mend = { ...first!.mend, [reader]: undefined };
    const halved = [{ ...first, mend }, ...others];
    expect([reader, check(JSON.parse(JSON.stringify({ _note: '', rows: halved })))]).toEqual([reader, false]);
  }
});

test.each(tables)('%s is sorted by code, and has one row for a code and a kind of event', (_name, table, atLeast) => {
  expect(table.rows.length).toBeGreaterThanOrEqual(atLeast);
  const places = table.rows.flatMap(({ code, events = [''] }) => events.map((tpEvento) => `${code} ${tpEvento}`));
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  const codes = table.rows.map(({ code }) => code);
  const order = (code: string): number => Number(code.replace('E', ''));
  expect(codes).toEqual(codes.toSorted((one, other) => order(one) - order(other)));
});

test.each(rows)('%s says why and what to do in whole sentences, which differ', (_code, { text, cause, mend }) => {
  for (const words of [cause, ...Object.values(mend)]) {
    expect(words).toMatch(/^[A-ZÁÉÍÓÚÂÊÔÃÕÇ][^]{15,}\.$/);
    expect(words).not.toMatch(/\.\.$|\s\s|undefined/);
  }
  expect(mend.programmer).not.toBe(cause);
  expect(cause).not.toBe(text);
});

test('a person is told what to do without a word of the API or of the command line', () => {
  const signs =
    /[a-z][A-Z]|[A-Z]_[A-Z]|\b(?:PATCH|POST|GET|PUT|DELETE|JSON|NTP)\b|\/v1|[`[\]{}<]|\blavra [a-z]|--[a-z]/;
  const isOfApi = (person: string): boolean =>
    signs.test(person) || person.split(/[^\p{L}\d]+/u).some((word) => fieldNames.has(word));
  expect(isOfApi('Envie taxpayerType.') && isOfApi('Corrija discount.') && isOfApi('Use "lavra company set".')).toBe(
    true,
  );
  expect(rows.filter(([, { mend }]) => isOfApi(mend.person)).map(([code, { mend }]) => [code, mend.person])).toEqual(
    [],
  );
  const others = [
    ...['998', '9998', 'E7777'].map((code) => explainRejection(code, 'Algo novo')),
    explainRejection('998', 'Algo novo [nItem: 2]'),
    explainOwnRefusal('NFE', 'client.name: Falta informar xNome.'),
    explainOwnRefusal('NFSE', quotaIsExhausted),
  ];
  for (const { mend } of others) {
    expect(mend.person).toMatch(/^[A-Z][^]{15,199}\.$/);
    expect(isOfApi(mend.person)).toBe(false);
  }
});

test('why it happened is told to everybody without a name or a value of the API', () => {
  const isOfApi = (cause: string): boolean =>
    /[A-Z]_[A-Z]|\/v1|[`[\]{}]/.test(cause) || cause.split(/[^\p{L}\d]+/u).some((word) => fieldNames.has(word));
  expect(isOfApi('O item devolve IPI (returnedIpi).') && isOfApi('Sem pagamento (NO_PAYMENT).')).toBe(true);
  expect(rows.filter(([, { cause }]) => isOfApi(cause)).map(([code, { cause }]) => [code, cause])).toEqual([]);
});

test('a person is sent to who maintains Lavra, the accountant or the city hall wherever a programmer is', () => {
  for (const helper of [/mantém/, /contabilidade/, /prefeitura/]) {
    const forgotten = rows.filter(([, { mend }]) => helper.test(mend.programmer) && !helper.test(mend.person));
    expect(forgotten.map(([code]) => code)).toEqual([]);
  }
  const schemas = rows.filter(([, { mend }]) => mend.programmer.includes('lavra schemas'));
  expect(schemas.filter(([, { mend }]) => !mend.person.includes('quem opera o Lavra'))).toEqual([]);
});

/** The last part of every field name that callers send, except words that Portuguese or the trade also use. */
const fieldNames = new Set(
  ['FiscalDocumentCreation', 'EmissionRequest', 'CancellationRequest', 'ManifestationRequest', 'InutilizationRequest']
    .flatMap(fieldsOf)
    .map(({ path }) => path.split('.').at(-1)?.replace('[0]', '') ?? '')
    .filter((name) => !['base', 'drawback', 'item', 'marketplace'].includes(name)),
);
