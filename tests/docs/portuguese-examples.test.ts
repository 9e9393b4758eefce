import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../api/fixture.ts';
import { serviceSettings } from '../api/service.ts';
import { newStore, type Store } from '../api/store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: { ...serviceSettings, series: { ...serviceSettings.series, '65': 1 } } });
});
afterAll(() => api.close());

const folder = new URL('../../docs/pt/', import.meta.url);
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** Bodies that a page sends to make something, with where it sends them. */
const creations = pages.flatMap(({ name, text }) =>
  [
    ...text.matchAll(
      /"?(?:\$API|http:\/\/127\.0\.0\.1:3000)(\/v1\/(?:fiscal-documents|products|tax-rules))"? [^`]*?-d '([^']+)'/g,
    ),
  ].map(([, path = '', body = '']): [string, string, string] => [name, path, body]),
);

test('the pages show an NF-e, an NFC-e, an NFS-e, a product and a rule', () => {
  expect(creations.map(([name]) => name)).toEqual(
    expect.arrayContaining(
      [
        'comecar',
        'guias/emitir-nfe',
        'guias/emitir-nfce',
        'guias/emitir-nfse',
        'guias/cadastrar-produtos-e-clientes',
        'guias/regra-de-tributacao',
      ].map((name) => `${name}.md`),
    ),
  );
});

test.each(creations)('what %s sends to %s is taken as it stands there', async (_name, path, body) => {
  const { status, text } = await store.call('POST', path, JSON.parse(body));
  expect({ status, text }).toMatchObject({ status: 201 });
});

test('every other body that is sent is JSON', () => {
  const bodies = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/-d '(\{[^']*\})'/g)].map(([, body = '']) => ({ name, body })),
  );
  expect(bodies.length).toBeGreaterThan(15);
  for (const { name, body } of bodies) expect({ name, value: JSON.parse(body) as unknown }).toMatchObject({ name });
});

test('calls name operations that the contract has', async () => {
  const contract = (await api.call('GET', '/openapi.json')).body as { paths: Record<string, object> };
  const known = Object.keys(contract.paths).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const named = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:\$API|\b(?:GET|POST|PATCH|DELETE) )(\/v1\/[^\s"'`?|,;:)]+)/g)].map(([, path = '']) => ({
      name,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(40);
  const strange = named.filter(
    ({ path }) => !path.includes('…') && !known.some((form) => form.test(path.replace(/[.]$/, ''))),
  );
  expect(strange).toEqual([]);
});
