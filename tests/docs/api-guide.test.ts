import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import contract from '../../openapi/generated/openapi.json' with { type: 'json' };
import { startApi, type TestApi } from '../api/fixture.ts';
import { serviceSettings } from '../api/service.ts';
import { newStore, type Store } from '../api/store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: serviceSettings });
});
afterAll(() => api.close());

const guide = readFileSync(new URL('../../docs/api-guide.md', import.meta.url), 'utf8');
/** Bodies that the guide writes to a file, and the paths that its next call sends them to. */
const examples = [...guide.matchAll(/cat > (\S+\.json) <<'JSON'\n(.*?)\nJSON\ncurl -s "\$API(\S+)"/gs)].map(
  ([, name = '', body = '', path = '']): [string, string, string] => [name, path, body],
);

test('the guide shows a sale and a service', () => {
  expect(examples.map(([name]) => name)).toEqual(expect.arrayContaining(['sale.json', 'service.json']));
});

test.each(examples)('%s of the guide, sent to %s, is taken as it stands there', async (_name, path, body) => {
  const { status, text } = await store.call('POST', path, JSON.parse(body));
  expect({ status, text }).toMatchObject({ status: path.endsWith('/preview') ? 200 : 201 });
});

const { requestBody } = contract.paths['/v1/fiscal-documents'].post;
const ofContract = Object.entries(requestBody.content['application/json'].examples);

test.each(ofContract.map(([name, { value }]): [string, unknown] => [name, value]))(
  'the example %s of the contract is taken as it stands there',
  async (_name, body) => {
    const { status, text } = await store.call('POST', '/v1/fiscal-documents', body);
    expect({ status, text }).toMatchObject({ status: 201 });
  },
);

test('the service of the contract is computed whole', async () => {
  const { service } = requestBody.content['application/json'].examples;
  const { status, text } = await store.call('POST', '/v1/fiscal-documents/preview', service.value);
  expect({ status, text }).toMatchObject({ status: 200 });
});
