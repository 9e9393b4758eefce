import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serviceFieldNames } from '../../../domain/taxation/levels/service-fields.ts';
import { explainOwnRefusal, explainRejection, type RejectionRow } from '../../../domain/rejections/explain.ts';
import rejections from '../../../domain/rejections/sefin.json' with { type: 'json' };
import table from '../../../tables/nfse-codes.json' with { type: 'json' };
import { nfseFields } from '../../support/samples/nfse-fields.ts';

const published: Readonly<Record<string, { message: string; source: string } | undefined>> = table.codes;

const rows: readonly RejectionRow[] = rejections.rows;

test('every explained code is one that the authority publishes, with its text and source', () => {
  const strange = rows.filter(({ code, text }) => !published[code] || (text && text !== published[code].message));
  expect(strange.map(({ code }) => code)).toEqual([]);
  expect(rows.filter(({ text, code }) => !text && !published[code]?.message.includes('<'))).toEqual([]);
  for (const [code, entry] of Object.entries(published)) {
    expect(code).toMatch(/^E\d{4}$/);
    expect(entry?.message).toMatch(/\S{3}/);
    expect(entry?.message).not.toMatch(/…$/);
    expect(entry?.source).toMatch(/^Anexo II? v1\.01 \(\d{2}\/\d{2}\/2026\)$/);
  }
  expect(Object.keys(published)).toHaveLength(496);
});

test('no two rejections are explained alike', () => {
  const causes = rows.map(({ cause }) => cause);
  expect(causes.filter((cause, index) => causes.indexOf(cause) !== index)).toEqual([]);
});

test('every field is one that a creation, an emission, an event or the company has', () => {
  const fields = rows.flatMap(({ code, field }) => (field === undefined ? [] : [{ code, field }]));
  expect(fields.filter(({ field }) => !nfseFields.has(field))).toEqual([]);
  expect(fields.length).toBeGreaterThan(80);
});

test('every field and every command in the texts exists', () => {
  const words = rows.flatMap(({ mend }) =>
    [...mend.programmer.matchAll(/\b(?:[a-z]+\.)?[a-z]+[A-Z]\w*/g)].map(([name]) => name),
  );
  const known = new Set(
    [...nfseFields].flatMap((field) => [field, field.replace('items[].', ''), field.split('.').at(-1)]),
  );
  expect([...new Set(words)].filter((word) => !known.has(word))).toEqual([]);
  const commands = rows.flatMap(({ mend }) =>
    [...mend.programmer.matchAll(/"(lavra [a-z]+ [a-z]+)/g)].map(([, name]) => name),
  );
  const real = [
    'certificate add',
    'certificate list',
    'company set',
    'company show',
    'documents show',
    'schemas add',
    'schemas list',
  ];
  expect([...new Set(commands)].sort()).toEqual(real.map((name) => `lavra ${name}`));
});

test('no explanation speaks of the SEFAZ or of what only goods have', () => {
  const texts = rows.map(({ cause, mend }) => `${cause} ${Object.values(mend).join(' ')}`).join('\n');
  expect(texts).not.toMatch(/SEFAZ|NF-e de|NFC-e|inutiliz|cStat|NCM|CFOP/);
});

test("an explanation keeps the authority's code and words, and has no field where none is to be looked at", () => {
  const words = 'O código de tributação nacional informado não existe.';
  expect(explainRejection('E0310', words)).toMatchObject({
    code: 'E0310',
    message: words,
    field: 'items[].serviceCode',
  });
  expect(explainRejection('E0037', 'O código do município emissor é inexistente')).not.toHaveProperty('field');
});

test('a mend ends by saying how the document goes out again, by where the value is kept', () => {
  expect(explainRejection('E0120', '').mend.programmer).toMatch(
    /emita de novo com POST \/v1\/fiscal-documents\/\{id\}\/emit\.$/,
  );
  expect(explainRejection('E0190', '').mend.programmer).toMatch(/mantém o número que tem\.$/);
  for (const { code, field } of rows) {
    const isOfService = serviceFieldNames.some((name) => field === `items[].${name}`);
    if (isOfService) expect(explainRejection(code, '').mend.programmer).toMatch(/regra, produto, modelo ou empresa/);
  }
  expect(explainRejection('E0822', '').mend.programmer).not.toMatch(/mantém o número/);
});

test('a rejection outside the catalogue is explained in the words of the published rule, and one outside both claims no more', () => {
  const known = new Set(rows.map(({ code }) => code));
  const others = Object.keys(published).filter((code) => !known.has(code));
  for (const code of others) {
    const { cause, mend } = explainRejection(code, 'Recusado');
    expect(cause).toContain(published[code]?.message.replace(/[.\s]+$/, ''));
    expect(cause).toMatch(/^A SEFIN Nacional recusou/);
    expect(mend.programmer).toMatch(/^[A-Z][^]{15,}\.$/);
  }
  const unknown = explainRejection('E7777', 'Algo novo');
  expect(unknown).toMatchObject({
    code: 'E7777',
    message: 'Algo novo',
    cause: expect.stringMatching(/^A SEFIN Nacional/),
  });
  expect(unknown).not.toHaveProperty('field');
});

test('a refusal of our own has no code, and points to the first field that it names', () => {
  const words = 'O XML não passa no esquema oficial.\nclient.name: Falta informar xNome.';
  expect(explainOwnRefusal('NFSE', words)).toMatchObject({
    code: null,
    message: words,
    cause: expect.stringMatching(/Não foi a SEFIN Nacional/),
    field: 'client.name',
  });
});

test('the texts that the annex of the events gives are of the events', () => {
  expect(published['E0840']).toMatchObject({ source: 'Anexo II v1.01 (22/01/2026)' });
  expect(published['E0014']).toMatchObject({ source: 'Anexo I v1.01 (09/02/2026)' });
  expect(readFileSync(new URL('../../../tables/nfse-codes.json', import.meta.url), 'utf8').length).toBeLessThan(
    120_000,
  );
});
