import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { newCompany } from './fixture.ts';
import { type OwnApi, startOwnApi } from './own-api.ts';

let api: OwnApi;
let plain: OwnApi;
let browser: Browser;
const key = { company: '' };

beforeAll(async () => {
  const { path: executablePath, args } = await chromiumExecutable();
  browser = await launch({
    executablePath,
    args: [...args, '--host-resolver-rules=MAP stranger.example 127.0.0.1'],
    headless: 'shell',
  });
  api = await startOwnApi({ demoKeys: key });
  plain = await startOwnApi();
  ({ key: key.company } = await newCompany(api.orm, {}));
});
afterAll(async () => {
  await browser.close();
  await plain.close();
  await api.close();
});

test('/ leads to the reference, which comes from this server alone and has nothing to complain of', async () => {
  const { page, complaints } = await opened(`${api.url}/`);
  expect(page.url()).toBe(`${api.url}/docs`);
  expect(await page.$$eval('.opblock', (all) => all.length)).toBeGreaterThan(100);
  expect(await page.$$eval('header nav a', (all) => all.map((link) => link.getAttribute('href')))).toEqual(
    expect.arrayContaining(['/docs/guides/api-guide', '/docs/guides/webhooks', '/docs/guides/operations']),
  );
  expect(complaints).toEqual([]);
  await page.close();
});

test('the search finds calls, events and guides, and leads to them', async () => {
  const { page, complaints } = await opened(`${api.url}/docs`);
  const found = await searched(page, 'cancel');
  expect(found.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('/v1/fiscal-documents/{id}/cancel'),
      'eventdocument.cancelled',
      'guideUsing the API: Cancel',
    ]),
  );
  await page.click('#found a');
  await page.waitForSelector('#operations-Fiscal_documents-cancelFiscalDocument.is-open');
  await searched(page, 'document cancelled');
  await page.click('#found a[href$="#event-document.cancelled"]');
  await page.waitForSelector('#event-document\\.cancelled[open]');
  await searched(page, 'using cancel');
  await Promise.all([page.waitForNavigation(), page.click('#found a[href^="/docs/guides/"]')]);
  expect(page.url()).toBe(`${api.url}/docs/guides/api-guide#cancel`);
  expect(await page.$eval('#cancel', ({ textContent }) => textContent)).toBe('Cancel');
  expect(await searched(page, 'xyzzy')).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('with the demo’s key a call is tried as it is, and answers', async () => {
  const { page, complaints } = await opened(`${api.url}/docs#/Clients/listClients`);
  await page.waitForSelector('#operations-Clients-listClients.is-open .try-out__btn');
  expect(await page.$eval('.demo-keys', ({ textContent }) => textContent)).toContain('filled in');
  await page.click('#operations-Clients-listClients .try-out__btn');
  await page.waitForSelector('#operations-Clients-listClients .execute');
  await page.click('#operations-Clients-listClients .execute');
  await page.waitForSelector('#operations-Clients-listClients .live-responses-table .response-col_status');
  const status = await page.$eval('.live-responses-table tbody .response-col_status', ({ textContent }) => textContent);
  expect(status).toContain('200');
  expect(complaints).toEqual([]);
  await page.close();
});

test('what Lavra sends is shown as events with an example, and has no form', async () => {
  const { page } = await opened(`${api.url}/docs#event-document.authorized`);
  await page.waitForSelector('#event-document\\.authorized[open]');
  expect(await page.$eval('#event-document\\.authorized pre', ({ textContent }) => textContent)).toContain(
    '"accessKey"',
  );
  expect(await page.$$eval('#events button, #events input, #events .opblock', (all) => all.length)).toBe(0);
  await page.close();
});

test('no key is in the page where none was given, or where another name leads to this machine', async () => {
  const { port } = new URL(api.url);
  for (const url of [`${plain.url}/docs`, `http://stranger.example:${port}/docs`]) {
    const { page } = await opened(url);
    expect(await page.content()).not.toMatch(/demo-keys|ck_/);
    await page.close();
  }
});

test.each(['api-guide', 'webhooks', 'operations', 'taxation'])(
  'the guide %s leads nowhere that is not',
  async (name) => {
    const { page, complaints } = await opened(`${api.url}/docs/guides/${name}`);
    const links = await page.$$eval('main a', (all) => all.map(({ href }) => href));
    expect(links.length).toBeGreaterThan(0);
    for (const link of new Set(links.filter((href) => href.startsWith(api.url)))) {
      const { pathname, hash } = new URL(link);
      const answer = await api.call('GET', pathname);
      expect({ link, status: answer.status }).toEqual({ link, status: 200 });
      if (hash) expect(answer.text).toContain(`id="${decodeURIComponent(hash.slice(1))}"`);
    }
    expect(complaints).toEqual([]);
    await page.close();
  },
);

/** A page once it is drawn, and what its console says or what it asks elsewhere. */
async function opened(url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(150_000);
  const complaints: string[] = [];
  page.on('console', (line) => void (['error', 'warn'].includes(line.type()) && complaints.push(line.text())));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('requestfailed', (request) => void complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(new URL(url).origin) || request.url().startsWith('data:');
    if (!isOwn) complaints.push(`outside: ${request.url()}`);
  });
  await page.goto(url, { timeout: 150_000 });
  if (new URL(page.url()).pathname === '/docs') await page.waitForSelector('#events');
  return { page, complaints };
}

async function searched(page: Page, words: string): Promise<{ text: string }[]> {
  await page.evaluate(`document.getElementById('search').value = ''`);
  await page.type('#search', words);
  await page.waitForFunction(`document.querySelectorAll('#found li').length > 0`);
  return page.$$eval('#found a', (all) => all.map(({ textContent }) => ({ text: textContent ?? '' })));
}
