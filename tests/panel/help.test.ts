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

test('the panel has every page but the reference of `/v1`, which calls the API; that of its own is read', async () => {
  const statusOf = async (path: string): Promise<number> => (await fetch(panel.url + path)).status;
  expect(await statusOf('/ajuda')).toBe(200);
  expect(await statusOf('/ajuda/busca?q=cancelar')).toBe(200);
  expect(await statusOf('/ajuda/referencia')).toBe(404);
  const page = await fetch(`${panel.url}/ajuda/referencia/administracao`);
  expect(page.status).toBe(200);
  const links = [...(await page.text()).matchAll(/(?:src|content)="(\/ajuda\/referencia\/[^"]*)"/g)];
  expect(links.map(([, link]) => link)).toContain('/ajuda/referencia/administracao/openapi.json');
  for (const [, link = ''] of links) expect({ link, status: await statusOf(link) }).toEqual({ link, status: 200 });
});
