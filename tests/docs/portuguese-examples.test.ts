import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partsOf } from '../../openapi/names.ts';
import { exampleCallOf } from '../../site/examples/example-call.ts';
import { translationsOf } from '../../site/examples/languages.ts';
import { startApi, type TestApi } from '../api/fixture.ts';
import { serviceSettings } from '../api/service.ts';
import { newStore, type Store } from '../api/store.ts';
import { acrossCompanies } from '../../operations/in-company.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: { ...serviceSettings, series: { ...serviceSettings.series, '65': 1 } } });
  // The pages name notes by keys of the demo's company, so the test's company gets that tax id.
  for (const [table, column] of Object.entries({ company: 'id', certificate: 'company_id' })) {
    await acrossCompanies(api.orm).execute(`update ${table} set tax_id = '11222333000181' where ${column} = ?`, [
      store.company.id,
    ]);
  }
});
afterAll(() => api.close());

const folder = new URL('../../docs/pt/', import.meta.url);
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** Bodies that a page sends to create something, with their paths. */
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
  if (path !== '/v1/fiscal-documents') return;
  const computed = await store.call('POST', `${path}/preview`, JSON.parse(body));
  expect(computed.status === 200 ? '' : computed.text).toBe('');
});

/** How to run the first sale of the start page in the languages that this machine has. */
const firstSale = [
  { tab: 'curl', program: 'bash', file: 'first.sh' },
  { tab: 'TypeScript', program: process.execPath, file: 'first.mts' },
  { tab: 'Python', program: 'python3', file: 'first.py' },
].filter(({ program }) => spawnSync(program, ['--version']).status === 0);

test('the commands of the start page run as they stand there, in every language: the first makes the sale, the others find it', async () => {
  const start = pages.find(({ name }) => name === 'comecar.md')!.text;
  const blocks = [...start.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  const names = blocks.find((block) => block.startsWith('export API=')) ?? '';
  const curl = blocks.find((block) => block.includes('Idempotency-Key')) ?? '';
  const call = exampleCallOf(curl)!;
  const folder = await mkdtemp(join(tmpdir(), 'lavra-start-'));
  try {
    await mkdir(join(folder, '.lavra'));
    await writeFile(join(folder, '.lavra/running.json'), JSON.stringify({ companyKey: store.key }));
    const ids: string[] = [];
    for (const { tab, program, file } of firstSale) {
      const code = tab === 'curl' ? curl : translationsOf(call).find((each) => each.tab === tab)!.code;
      await writeFile(join(folder, file), code);
      const script = `${names.replaceAll('http://127.0.0.1:3000', api.url)}\n${program} ${file}`;
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
      ids.push(/01[0-9a-f]{6}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/.exec(stdout)?.[0] ?? stdout);
    }
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    const { body } = await store.call('GET', `/v1/fiscal-documents/${ids[0]}`);
    expect(body).toMatchObject({ type: 'NFE', totalValue: '119.70' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every other body that is sent is JSON', () => {
  const bodies = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/-d '(\{[^']*\})'/g)].map(([, body = '']) => ({ name, body })),
  );
  expect(bodies.length).toBeGreaterThan(15);
  for (const { name, body } of bodies) expect({ name, value: JSON.parse(body) as unknown }).toMatchObject({ name });
});

test('what pages show of a request or an answer stands so in a contract', () => {
  const contracts = ['openapi', 'admin'].map((name) => {
    const text = readFileSync(new URL(`../../openapi/generated/${name}.json`, import.meta.url), 'utf8');
    return (JSON.parse(text) as { components: { schemas: Schemas } }).components.schemas;
  });
  const shown = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, code = '']) => ({
      name,
      value: JSON.parse(code.startsWith('"') ? `{${code}}` : code) as Record<string, unknown>,
    })),
  );
  const ofContract = shown.filter(({ value }) => !('mcpServers' in value));
  expect(ofContract.length).toBeGreaterThan(8);
  const strange = ofContract.filter(
    ({ value }) => !contracts.some((all) => Object.values(all).some((schema) => fits(value, schema, all))),
  );
  expect(strange).toEqual([]);
});

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
} & Partial<Record<'allOf' | 'oneOf' | 'anyOf', Schema[]>>;
type Schemas = Record<string, Schema>;

/** Whether a part of a body fits a schema: known names, lists, values of enums. Missing fields do not matter. */
function fits(value: unknown, schema: Schema, all: Schemas): boolean {
  const parts = partsOf(schema, all);
  if (Array.isArray(value)) {
    return parts.some(({ items }) => items && value.every((each) => fits(each, items, all)));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([name, inner]) =>
      parts.some(({ properties, additionalProperties: others }) => {
        const own = properties?.[name] ?? (typeof others === 'object' ? others : undefined);
        return own && fits(inner, own, all);
      }),
    );
  }
  const isLeftOpen = typeof value === 'string' && /[<…]/.test(value);
  const sets = parts.flatMap((part) => (part.enum ? [part.enum] : []));
  const types = parts.flatMap(({ type = [] }) => type);
  const own = typeof value === 'number' ? ['number', 'integer'] : [typeof value];
  if (!types.some((type) => own.includes(type))) return false;
  return isLeftOpen || sets.length === 0 || sets.some((set) => set.includes(value));
}

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
