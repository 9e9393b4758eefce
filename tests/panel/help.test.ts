import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainOwnRefusal, explainRejection } from '../../domain/rejections/explain.ts';
import { explained } from '../../panel/parts/refusals.ts';
import { startPanel } from './panel-fixture.ts';

let panel: Awaited<ReturnType<typeof startPanel>>;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

test('a rejection leads to the page of its code, which anybody may read', async () => {
  const { text } = explained(explainRejection('778', 'Rejeicao: NCM inexistente'));
  const [, address = ''] = /href="([^"]+)"/.exec(text) ?? [];
  expect(address).toBe('/ajuda/rejeicoes/778');
  const page = await fetch(panel.url + address);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; ");
  expect(await page.text()).toContain('O NCM do item não existe');
});

test('a refusal that has no code, or one of which nothing more is known, leads nowhere', () => {
  expect(explained(explainOwnRefusal('NFE', 'Falta.')).text).not.toContain('href');
  expect(explained(explainRejection('998', 'Algo novo')).text).not.toContain('href');
});

test('the panel has every page; the calls of both APIs are read, and none is made', async () => {
  const statusOf = async (path: string): Promise<number> => (await fetch(panel.url + path)).status;
  expect(await statusOf('/ajuda')).toBe(200);
  expect(await statusOf('/ajuda/busca?q=cancelar')).toBe(200);
  expect(await statusOf('/ajuda/referencia/administracao/openapi.json')).toBe(200);
  for (const path of ['/ajuda/referencia/createClient', '/ajuda/referencia/administracao/createCompany']) {
    const page = await fetch(panel.url + path);
    expect({ path, status: page.status }).toEqual({ path, status: 200 });
    expect(await page.text()).not.toContain('id="try"');
  }
});

test('what pages load is kept at the address of its content alone, and not where another version asks', async () => {
  const [script = ''] =
    /\/ajuda\/ativos\/site\.js\?v=[\w-]+/.exec(await (await fetch(`${panel.url}/ajuda`)).text()) ?? [];
  const keptAt = async (path: string) => (await fetch(panel.url + path)).headers.get('cache-control');
  expect(await keptAt(script)).toBe('public, max-age=31536000, immutable');
  expect(await keptAt(`${script}-of-another`)).toBe('no-cache');
});
