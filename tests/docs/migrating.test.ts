import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sale, startApi, type TestApi } from '../api/fixture.ts';
import { newStore, type Store, taxDefaults } from '../api/store.ts';
import { issuer } from '../support/samples/notes.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  // The company's defaults have no benefit, like those from an earlier version.
  store = await newStore(api, { settings: { ...issuer.settings, taxDefaults } });
});
afterAll(() => api.close());

const guide = readFileSync(new URL('../../docs/migrating.md', import.meta.url), 'utf8');
/** The two JSON blocks of each chapter: the sale before and after. */
const shown = guide.split(/^## /m).flatMap((chapter): [string, string, string][] => {
  const [, before, after] = /^Before:\n\n```json\n(.*?)```\n\nAfter:\n\n```json\n(.*?)```/ms.exec(chapter) ?? [];
  const [title = ''] = chapter.split('\n');
  return before && after ? [[title, before, after]] : [];
});

test('the guide shows what of a sale must change', () => {
  expect(shown.length).toBeGreaterThanOrEqual(7);
});

test.each(shown)('%s: what was is refused, what is to be is computed', async (_title, before, after) => {
  const refused = await preview(before);
  expect({ ...refused, status: Math.trunc(refused.status / 100) }).toMatchObject({ status: 4 });
  expect(await preview(after)).toMatchObject({ status: 200 });
});

async function preview(changes: string) {
  const { status, text } = await store.call(
    'POST',
    '/v1/fiscal-documents/preview',
    sale(JSON.parse(changes) as Record<string, unknown>),
  );
  return { status, text };
}
