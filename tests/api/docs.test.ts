import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { newCompany } from './fixture.ts';
import { type OwnApi, startOwnApi } from './own-api.ts';
import { type Browsing, openBrowsing, withoutStorage } from '../support/servers/browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let api: OwnApi;
let plain: OwnApi;
let browser: Browsing;
const key = { company: '' };

beforeAll(async () => {
  browser = await openBrowsing();
  api = await startOwnApi({ demoKeys: key });
  plain = await startOwnApi();
  ({ key: key.company } = await newCompany(api.orm, {}));
});
afterAll(async () => {
  await browser.close();
  await plain.close();
  await api.close();
});

test('/ leads to the documentation', async () => {
  const { page, complaints } = await opened(`${api.url}/`);
  expect(page.url()).toBe(`${api.url}/docs`);
  expect(await page.$eval('html', ({ lang }) => lang)).toBe('pt-BR');
  expect(complaints).toEqual([]);
  await page.close();
});

test('the search finds pages by words and by number, and leads to them by keys alone', async () => {
  const { page, complaints } = await opened(`${api.url}/docs/guias/emitir-nfe`);
  await page.keyboard.press('/');
  await page.keyboard.type('carta de corre');
  await page.waitForSelector('#found a');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(page.url()).toBe(`${api.url}/docs/guias/carta-de-correcao`);
  expect(await searched(page, 'cancelFiscalDocument')).toEqual(
    expect.arrayContaining([expect.stringContaining('/v1/fiscal-documents/{id}/cancel')]),
  );
  await searched(page, '204');
  await Promise.all([page.waitForNavigation(), page.click('#found a')]);
  expect(page.url()).toBe(`${api.url}/docs/rejeicoes/204`);
  expect(await searched(page, 'xyzzy')).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('without JavaScript the search is a page, and examples that are written in several languages stand below each other', async () => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`${api.url}/docs/busca?q=cancelar+nota`);
  expect(await page.$eval('.results a', (link) => link.getAttribute('href'))).toBe('/docs/guias/cancelar');
  await page.goto(`${api.url}/docs/guias/receber-webhooks`);
  const shown = await page.$$eval('.tabs', (all) =>
    all.map((group) => [...group.querySelectorAll('.tab')].filter(({ clientHeight }) => clientHeight > 0).length),
  );
  // Checks of signatures are written in five languages; without JavaScript a request has only the one in the page itself.
  expect(new Set(shown)).toEqual(new Set([1, 5]));
  await page.close();
});

test('an example has tabs that keys move, keeps the language that was chosen, and can be copied', async () => {
  const { page, complaints } = await opened(`${api.url}/docs/guias/receber-webhooks`);
  const shown = async (): Promise<string[]> => {
    const names = await page.$$eval('.tab:not([hidden])', (all) =>
      all.map((tab) => tab.getAttribute('data-tab') ?? ''),
    );
    return [...new Set(names)].toSorted();
  };
  expect(await shown()).toEqual(['TypeScript', 'curl']);
  await page.focus('.tabs:not(:has([data-tab=curl])) [role=tab]');
  await page.keyboard.press('ArrowRight');
  expect(await shown()).toEqual(['Python']);
  expect(await page.$eval('.tab:not([hidden]) .copy', ({ textContent }) => textContent)).toBe('Copiar');
  await page.reload();
  expect(await shown()).toEqual(['Python']);
  expect(complaints).toEqual([]);
  await page.close();
});

test('the theme that a reader chooses is kept from page to page', async () => {
  const { page } = await opened(`${api.url}/docs`);
  const paper = (): Promise<string> => page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.goto(`${api.url}/docs/erros`);
  expect(await paper()).toBe(dark);
  await page.click('#theme');
  expect(await paper()).toBe(light);
  await page.close();
});

test('where the browser gives pages no storage, what a reader chooses holds for the page', async () => {
  const { page, complaints } = await opened(`${api.url}/docs/guias/receber-webhooks`, withoutStorage);
  const seen = (): Promise<string[]> =>
    page.$$eval('body, .tab:not([hidden])', (all) =>
      all.map((each) => (each as HTMLElement).dataset['tab'] ?? getComputedStyle(each).backgroundColor),
    );
  const first = await seen();
  await page.click('#theme');
  await page.focus('.tabs:not(:has([data-tab=curl])) [role=tab]');
  await page.keyboard.press('ArrowRight');
  const chosen = await seen();
  expect(chosen[0]).not.toBe(first[0]);
  expect(new Set(chosen.slice(1))).toEqual(new Set(['Python']));
  await page.reload();
  expect(await seen()).toEqual(first);
  expect(complaints).toEqual([]);
  await page.goto(`${api.url}/docs/referencia/listClients`);
  await page.click('#try');
  await page.waitForSelector('.try form');
  await page.type('.try [name=" key"]', 'ck_nobody');
  expect(await answered(page)).toContain('401');
  await page.close();
});

test('on paper a page is its text alone, on white, with the examples of every language', async () => {
  const { page } = await opened(`${api.url}/docs/guias/receber-webhooks`);
  const paper = (): Promise<string> => page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  await page.emulateMediaType('print');
  expect(await paper()).toBe(light);
  const seen = (selector: string): Promise<boolean[]> =>
    page.$$eval(selector, (all) => all.map((each) => each.getClientRects().length > 0));
  for (const each of ['.top', '.beside', '.contents', '.copy', 'footer', '[role=tablist]']) {
    expect({ each, seen: (await seen(each)).some(Boolean) }).toEqual({ each, seen: false });
  }
  expect(new Set(await seen('article h1, .tab'))).toEqual(new Set([true]));
  await page.emulateMediaType();
  await page.click('#theme');
  await page.close();
});

test.each([
  ...['/docs', '/docs/guias/receber-webhooks', '/docs/rejeicoes/778', '/docs/erros', '/docs/busca?q=nota'],
  ...['/docs/referencia', '/docs/referencia/createFiscalDocument', '/docs/campos/DocumentItemInput'],
])(
  'who reads %s otherwise than by eyes finds no fault, on a screen and on a phone, in light and dark',
  async (path) => {
    for (const [width, value] of [
      [1280, 'light'],
      [360, 'dark'],
    ] as const) {
      const { page, complaints } = await opened(`${api.url}${path}`);
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      if (await page.$('#try')) await Promise.all([page.waitForSelector('.try form'), page.click('#try')]);
      await searched(page, 'nota');
      const run = `(() => { ${axe}; return axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].target)); })()`;
      expect({ path, width, found: await page.evaluate(run) }).toEqual({ path, width, found: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(complaints).toEqual([]);
      await page.close();
    }
  },
);

test('what led to the reference leads there still, and with the demo’s key a call is tried as it is, and answers', async () => {
  const { page, complaints } = await opened(`${api.url}/docs#/Clients/listClients`);
  await page.waitForFunction(`location.pathname === '/docs/referencia/listClients' && document.querySelector('#try')`);
  const loaded = (): Promise<unknown> =>
    page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => name.includes('/try.js'))`);
  expect(await loaded()).toBe(false);
  await page.click('#try');
  await page.waitForSelector('.try form');
  expect(await loaded()).toBe(true);
  expect(await page.$eval('.demo-keys', ({ textContent }) => textContent)).toContain('preenchida');
  await page.type('.try [name="query pageSize"]', '7');
  expect(await answered(page)).toMatch(/^200 OK em \d+ ms, de GET \/v1\/clients\?pageSize=7/);
  expect(JSON.parse((await page.$eval('.answer pre', ({ textContent }) => textContent)) ?? '')).toMatchObject({
    meta: { pageSize: 7 },
  });
  expect(complaints).toEqual([]);
  await page.close();
});

test('a call with a body is tried with an example that a reader chooses; who has no key of a demo writes one', async () => {
  const { page } = await opened(`${plain.url}/docs/referencia/previewFiscalDocument`);
  await page.click('#try');
  await page.waitForSelector('.try form');
  expect(await page.$('.demo-keys')).toBeNull();
  await page.type('.try [name=" key"]', 'ck_nobody');
  await page.select('.try select:not([name])', '1');
  expect(await page.$eval('.try textarea', ({ value }) => value)).toContain('"NFSE"');
  expect(await answered(page)).toMatch(/^401 Unauthorized em/);
  expect(await page.$eval('.answer pre', ({ textContent }) => textContent)).toContain('/docs/erros/invalid_api_key');
  await page.reload();
  await page.click('#try');
  await page.waitForSelector('.try form');
  expect(await page.$eval('.try [name=" key"]', (input) => (input as HTMLInputElement).value)).toBe('ck_nobody');
  await page.type('.try [name=" key"]', '…');
  await page.click('.try [type=submit]');
  await page.waitForFunction(`document.querySelector('.answer')?.textContent.includes('não pode ser enviado')`);
  await page.close();
});

test.each(['/docs/guias/receber-webhooks', '/docs/referencia/createFiscalDocument'])(
  '%s does not move after its first paint, on a screen and on a phone',
  async (path) => {
    for (const width of [1280, 360]) {
      const page = await browser.newPage();
      await page.setViewport({ width, height: 800 });
      await page.setRequestInterception(true);
      // Delays the script until the page is painted, as on a slow connection.
      page.on('request', (request) => {
        const isLate = request.url().includes('/ativos/site.js');
        void (isLate ? painted(page) : Promise.resolve()).then(() => request.continue());
      });
      await page.goto(api.url + path, { waitUntil: 'load' });
      await page.waitForSelector('[role=tab]');
      const shift = await page.evaluate(
        `new Promise((done) => {
          let sum = 0;
          new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value))).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 50)));
        })`,
      );
      expect({ path, width, shift }).toEqual({ path, width, shift: expect.toSatisfy((sum) => sum < 0.1) });
      await page.close();
    }
  },
);

test('no key is in the page where none was given, or where another name leads to this machine', async () => {
  const reference = (url: string, host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get(
        `${url}/docs/referencia/listClients`,
        { headers: { host } },
        (answer) => void text(answer).then(resolve, reject),
      );
    });
  const [{ host: here }, { host: there, port }] = [new URL(api.url), new URL(plain.url)];
  expect(await reference(api.url, here)).toMatch(/demo-keys.*ck_\w/s);
  expect(await reference(plain.url, there)).not.toMatch(/demo-keys|ck_\w/);
  expect(await reference(api.url, `stranger.example:${port}`)).not.toMatch(/demo-keys|ck_\w/);
});

test('a page that is not there is a page that leads back, and a page with .md behind it is Markdown', async () => {
  const missing = await api.call('GET', '/docs/nao-existe');
  expect({ status: missing.status, back: missing.text.includes('href="/docs"') }).toEqual({ status: 404, back: true });
  const page = await api.call('GET', '/docs/rejeicoes/204.md');
  const type = page.headers.get('content-type');
  expect({ status: page.status, type }).toEqual({ status: 200, type: 'text/markdown; charset=utf-8' });
  expect(page.text).toMatch(/^# Rejeição 204: /);
});

/** An opened page, and the list of its console messages and requests to other origins. */
async function opened(
  url: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  await prepare(page);
  const complaints: string[] = [];
  page.on('console', (line) => void (['error', 'warn'].includes(line.type()) && complaints.push(line.text())));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('requestfailed', (request) => void complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(new URL(url).origin) || request.url().startsWith('data:');
    if (!isOwn) complaints.push(`outside: ${request.url()}`);
  });
  await page.goto(url);
  return { page, complaints };
}

/** Sends the form of a call, and returns the text about the answer. */
async function answered(page: Page): Promise<string> {
  await page.click('.try [type=submit]');
  const line = await page.waitForSelector('.answer .status');
  return (await line?.evaluate(({ textContent }) => textContent)) ?? '';
}

/** Waits until a page has painted something. */
async function painted(page: Page): Promise<void> {
  await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`);
}

async function searched(page: Page, words: string): Promise<string[]> {
  await page.evaluate(`document.getElementById('search').value = ''`);
  await page.type('#search', words);
  await page.waitForFunction(`document.querySelector('#found > *') && !document.querySelector('#found').hidden`);
  return page.$$eval('#found a', (all) => all.map(({ textContent }) => textContent ?? ''));
}
