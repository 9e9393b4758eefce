import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillDocuments } from '../../bench/lists/fill.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { sampleKey } from '../domain/pages/danfe/authorized-xml.ts';
import { receivedNote } from '../support/rows/received.ts';
import { choosePassword, tabTo } from './keyboard.ts';
import { startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing, withoutStorage } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let browser: Browsing;
let page: Page;
let company: Company;
let key: string;
let base: string;

const documents = 10_000;

beforeAll(async () => {
  panel = await startPanel({ isLocal: true });
  api = await startApi({ databaseUrl: panel.database });
  ({ company, key } = await newCompany(panel.orm));
  base = `${panel.url}/e/${company.taxId}`;
  await fillDocuments(acrossCompanies(panel.orm), company.id, documents);
  const asked = { email: 'ana@padaria.example', name: 'Ana', companyId: company.id, role: 'COMPANY_ADMIN' } as const;
  const { token } = await createPerson(panel.orm, asked, lavraItself);
  browser = await openBrowsing();
  page = await browser.newPage();
  await choosePassword(page, `${panel.url}/senha/${token}`);
});

beforeEach(() => page.setJavaScriptEnabled(true));

afterAll(async () => {
  await browser.close();
  await api.close();
  await panel.close();
});

const enter = () => Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
const text = (of = 'main') => page.$eval(of, (element) => element.textContent ?? '');
const rows = () => page.$$eval('.ledger .open', (links) => links.length);

async function press(...keys: ('Control' | 'k' | 'ArrowDown' | 'Enter' | 'Escape')[]): Promise<void> {
  for (const each of keys) await page.keyboard.down(each);
  for (const each of keys.toReversed()) await page.keyboard.up(each);
}

test('a key is made, shown once and revoked, by keyboard alone and without JavaScript', async () => {
  await page.setJavaScriptEnabled(false);
  await page.goto(`${base}/chaves`);
  await tabTo(page, 'Criar uma chave');
  await enter();
  await tabTo(page, 'nome');
  await page.keyboard.type('Loja virtual');
  await tabTo(page, 'Criar e mostrar a chave');
  await enter();
  const [secret = ''] = /ck_\w{49}/.exec(await text()) ?? [];
  const list = async () => (await api.call('GET', '/v1/fiscal-documents?externalId=nada', { key: secret })).status;
  expect(await list()).toBe(200);
  await tabTo(page, 'Já guardei a chave');
  await enter();
  expect(await text()).toContain('Loja virtual');
  expect(await page.content()).not.toContain(secret);

  await page.goto(`${base}/chaves`);
  while (!(await focusedRow()).includes('Loja virtual')) await tabTo(page, 'Revogar…');
  await enter();
  expect(await text('h1')).toBe('Revogar a chave “Loja virtual”?');
  await tabTo(page, 'Revogar a chave');
  await enter();
  expect(await text()).toMatch(/Já não valem[\s\S]*Loja virtual/);
  expect(await list()).toBe(401);
});

/** The text of the list row that has the focus. */
const focusedRow = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');

test('Ctrl+K goes to a page, a note or a client from anywhere, and gives the page back as it was', async () => {
  await api.call('POST', '/v1/clients', { key, body: { name: 'Mercearia São José' } });
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId: 'pedido-ir' }) });
  await page.goto(`${base}/produtos`);
  await page.type('main [name=busca]', 'ch');
  await page.waitForFunction(() => location.search === '?busca=ch'); // the search runs while one types
  await press('Control', 'k');
  await page.waitForSelector('dialog.going[open]');
  const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  expect(await focused()).toBe(true);
  await press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog') === null);
  expect(await page.$eval('main [name=busca]', (field) => (field as unknown as { value: string }).value)).toBe('ch');

  await press('Control', 'k');
  await page.waitForSelector('dialog.going[open]');
  await page.keyboard.type('pedido-ir');
  await enter();
  expect(page.url()).toBe(`${base}/notas/${(body as { id: string }).id}`);

  await press('Control', 'k');
  await page.waitForSelector('dialog.going[open]');
  await page.keyboard.type('sao jose');
  await page.waitForSelector('dialog ::-p-text(Mercearia São José)');
  await press('ArrowDown');
  await enter();
  expect(page.url()).toContain('/clientes/');

  await page.keyboard.type('?');
  await page.waitForSelector('dialog.keys[open]');
  expect(await text('dialog')).toContain('Ctrl K');
  await press('Escape');
});

test('without JavaScript the way to anything is a page', async () => {
  await page.setJavaScriptEnabled(false);
  await page.goto(base + '/notas');
  await tabTo(page, 'go-to');
  await enter();
  expect(page.url()).toBe(`${base}/ir`);
  await tabTo(page, 'busca');
  await page.keyboard.type('pedido-ir');
  await enter();
  await tabTo(page, 'Buscar');
  await page.keyboard.press('Tab');
  await enter();
  expect(await text('.facts')).toContain('pedido-ir');
});

test('a list of ten thousand notes opens, is searched and turned over', async () => {
  const list = `${base}/notas?ambiente=producao`;
  await page.goto(list);
  expect(await rows()).toBe(50);
  await tabTo(page, 'busca');
  await page.keyboard.type('sale 777');
  await page.waitForFunction(() => document.querySelectorAll('.ledger .open').length < 50);
  expect(await text('.pager')).toMatch(/^\s*(\d+ notas?|\d+ a \d+ de \d+)/);
  await page.goto(list);
  await tabTo(page, 'Mais antigas');
  await enter();
  expect(await text('.pager')).toContain('51 a 100 de');
  await page.goto(`${list}&pagina=190`);
  expect(await rows()).toBe(50);
});

test('on a connection of 400 kbit/s the list and a note open, and the list is searched as on any other', async () => {
  const slow = await browser.newPage();
  const before = page;
  page = slow;
  await slow.emulateNetworkConditions({ download: 50_000, upload: 50_000, latency: 400 });
  await slow.goto(`${base}/notas?ambiente=producao`);
  expect(await rows()).toBe(50);
  await slow.keyboard.press('/');
  await slow.keyboard.type('sale 777');
  await slow.waitForFunction(() => document.querySelectorAll('.ledger .open').length < 50);
  await tabTo(slow, 'open');
  await enter();
  expect(await text('h1')).toMatch(/^1\/[\d.]+$/);
  await slow.close();
  page = before;
});

test('a received note comes into the open list by itself, and what is ticked stays ticked', async () => {
  await receivedNote(panel.orm, company, { accessKey: sampleKey() }, { issuerName: 'Moinho Velho' });
  await page.goto(`${base}/recebidas`);
  await page.click('[name=nota]');
  const accessKey = sampleKey().replace(/.{9}$/, '000000456');
  await receivedNote(panel.orm, company, { accessKey }, { issuerName: 'Moinho Novo' });
  await page.waitForSelector('::-p-text(Moinho Novo)');
  const ticked = await page.$$eval('tr:has(:checked)', (all) => all.map((row) => row.textContent));
  expect(ticked).toEqual([expect.stringContaining('Moinho Velho')]);
});

test('where the browser gives the page no storage, a sale is written as ever', async () => {
  const denied = await browser.newPage();
  await withoutStorage(denied);
  const faults: string[] = [];
  denied.on('pageerror', (error) => faults.push(String(error)));
  await denied.goto(`${base}/notas/nova?tipo=NFE`);
  await denied.type('[name="client.name"]', 'Ana Souza');
  await tabTo(denied, 'Acrescentar item');
  await denied.keyboard.press('Enter');
  await denied.waitForSelector('#linha-items-1');
  expect(await denied.$eval('[name="client.name"]', (field) => (field as HTMLInputElement).value)).toBe('Ana Souza');
  expect(faults).toEqual([]);
  await denied.close();
});

test('a sale that is being written is there again when its page is loaded anew, and when one comes back to it', async () => {
  await page.goto(`${base}/notas/nova?tipo=NFE`);
  await page.type('[name="client.name"]', 'Ana Souza');
  await tabTo(page, 'Acrescentar item');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#linha-items-1');
  await page.type('[name="items[0].description"]', 'Pão');
  await page.reload(); // at once, like somebody who thinks that the page hangs
  const isThere = async () => {
    await page.waitForSelector('#linha-items-1');
    const values = await page.$$eval('form.sale input', (all) => all.map(({ name, value }) => [name, value] as const));
    const written = { 'client.name': 'Ana Souza', 'items[0].description': 'Pão', 'items[1].description': '' };
    expect(Object.fromEntries(values)).toMatchObject(written);
  };
  await isThere();
  await page.goto(`${base}/notas`);
  await page.goBack();
  await isThere();
  // Her session expires, and somebody else signs in with the same browser.
  const context = page.browserContext();
  const own = (await context.cookies()).find(({ name }) => name === 'lavra')!;
  const other = await panel.person(company.id);
  await context.setCookie({ ...own, value: other.cookie!.split('=')[1]! });
  await page.reload();
  const shown = await page.$eval('form.sale', (form) => {
    return [form.inert, form.querySelector<HTMLInputElement>('[name="client.name"]')?.value];
  });
  expect(shown).toEqual([false, '']);
  await context.setCookie(own);
  await page.reload();
  await isThere();
  const leave = 'form[action="/sair"] button';
  await Promise.all([page.waitForNavigation(), page.$eval(leave, (button) => (button as HTMLElement).click())]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
