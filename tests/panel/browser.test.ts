import type { HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWire } from '../../adapters/mutual-tls/wire.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { masterKey } from '../../domain/seal.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { axeFaults } from './axe-faults.ts';
import { submit, tabTo } from './keyboard.ts';
import { password, startPanel } from './panel-fixture.ts';
import { troubled } from './troubled-company.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
/** The same where who administers owes a second factor. */
let strict: Panel;
const unasked = { timeoutMs: 1_000, maxAnswerBytes: 1_000 };
let api: Awaited<ReturnType<typeof startApi>>;
let browser: Browsing;
let page: Page;
let home: string;
let key: string;
/** Pages about what waits, and what others were told. */
let troubles: string[];
/** What pages asked for from elsewhere, or complained about. */
const complaints: string[] = [];

const email = 'ana@padaria.example';
const longName = 'Distribuidora de Alimentos e Bebidas Irmãos Albuquerque do Vale do Paraíba';

beforeAll(async () => {
  panel = await startPanel({ isLocal: true });
  const beside = { databaseUrl: panel.database, masterKey: masterKey(Buffer.alloc(32, 7)), wire: createWire(unasked) };
  // Cookies know no ports: who is signed in to one is to the other.
  strict = await startPanel({ isLocal: true, secondFactor: 'administrators', beside });
  api = await startApi({ databaseUrl: panel.database });
  const { company, key: ofCompany } = await newCompany(panel.orm);
  key = ofCompany;
  home = `${panel.url}/e/${company.taxId}/notas`;
  for (let at = 0; at < 3; at += 1) {
    const client = { ...(sale()['client'] as object), name: longName.slice(0, 60) };
    await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ client, externalId: `pedido-${at}` }) });
  }
  const { endpoint, delivery } = await troubled(panel.orm, company);
  const below = ['', '/novo', `/${endpoint}`, '/entregas', `/entregas/${delivery}`, '/entregas/reenviar'];
  troubles = ['atencao', 'escritorio', 'auditoria', ...below.map((path) => `webhooks${path}`)].map((path) =>
    home.replace(/notas$/, path),
  );
  const asked = { email, name: 'Ana Ribeiro', companyId: company.id, role: 'COMPANY_ADMIN' } as const;
  const { token } = await createPerson(panel.orm, asked, lavraItself);
  browser = await openBrowsing();
  page = await browser.newPage();
  page.on('console', (message) => {
    // That a page is not there is what one of them is for.
    if (!message.location().url?.endsWith('/nada')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = [panel, strict].some(({ url }) => request.url().startsWith(url));
    if (!isOwn && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.setJavaScriptEnabled(false);
  await page.goto(`${panel.url}/senha/${token}`);
});

afterAll(async () => {
  await browser.close();
  await api.close();
  await strict.close();
  await panel.close();
});

test('a person chooses a password, finds a note, reads it and leaves, by keyboard alone and without JavaScript', async () => {
  await tabTo(page, 'senha');
  await page.keyboard.type(password);
  await submit(page);
  expect(page.url()).toBe(home);

  await tabTo(page, 'busca');
  await page.keyboard.type('pedido-1');
  await submit(page);
  expect(new URL(page.url()).searchParams.get('busca')).toBe('pedido-1');
  const links = await page.$$eval('.ledger .open', (all) => all.length);
  expect(links).toBe(1);
  await tabTo(page, 'open');
  await submit(page);
  expect(await page.$eval('h1', (heading) => heading.textContent)).toContain('Rascunho');
  expect(await page.$eval('.facts', (facts) => facts.textContent)).toContain('pedido-1');

  await page.goto(home);
  await tabTo(page, 'link');
  await submit(page);
  expect(page.url()).toBe(`${panel.url}/entrar`);
  await tabTo(page, 'email');
  await page.keyboard.type(email);
  await tabTo(page, 'senha');
  await page.keyboard.type(password);
  await submit(page);
  expect(page.url()).toBe(home);
});

test('a page that is open shows what happens, and keeps what a person has focused, opened and typed', async () => {
  await page.setJavaScriptEnabled(true);
  await page.goto(home);
  await page.type('[name=busca]', 'pedid');
  await page.evaluate(() => void ((document as unknown as { mark: boolean }).mark = true));
  await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId: 'pedido-agora' }) });
  await page.waitForSelector('::-p-text(pedido-agora)');
  const isFresh = (element: Element): boolean => element.closest('tr')?.classList.contains('fresh') ?? false;
  expect(await page.$eval('::-p-text(pedido-agora)', isFresh)).toBe(true);
  const focused = () => page.evaluate(() => (document.activeElement as unknown as { value: string }).value);
  expect(await focused()).toBe('pedid');
  await page.keyboard.type('o');
  expect(await focused()).toBe('pedido');

  await page.setRequestInterception(true);
  const cutOff = (request: HTTPRequest): void => void request.abort('connectionfailed');
  page.on('request', cutOff);
  panel.cut();
  await page.waitForSelector('::-p-text(Sem conexão, tentando…)');
  await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ externalId: 'pedido-depois' }) });
  page.off('request', cutOff);
  await page.setRequestInterception(false);
  await page.waitForSelector('::-p-text(pedido-depois)');
  await page.waitForFunction(() => document.querySelector('.offline') === null);
  expect(await focused()).toBe('pedido');
  expect(await page.evaluate(() => (document as unknown as { mark?: boolean }).mark)).toBe(true);
  complaints.splice(0); // of the connections that were cut
});

test('the list is searched while somebody types, and walked by keys', async () => {
  await page.goto(home);
  await page.keyboard.press('/');
  await page.keyboard.type('pedido-2');
  await page.waitForFunction(() => document.querySelectorAll('.ledger .open').length === 1);
  expect(new URL(page.url()).searchParams.get('busca')).toBe('pedido-2');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('busca');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => document.querySelectorAll('.ledger .open').length > 3);
  expect(page.url()).toBe(home);
  await tabTo(page, 'button');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const names = () => page.$$eval('.ledger .open', (all) => all.map((link) => link === document.activeElement));
  expect((await names()).indexOf(true)).toBe(1);
  await page.keyboard.press('k');
  expect((await names()).indexOf(true)).toBe(0);
  await page.keyboard.type('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await submit(page);
  expect(page.url()).toContain(`${home}/`);
});

test('with JavaScript the preview of a sale follows what is typed, and takes nothing of it away', async () => {
  await page.setJavaScriptEnabled(true);
  await page.goto(`${home}/nova?tipo=NFE`);
  const typed = {
    'client.name': 'Ana Souza',
    'items[0].description': 'Pão de forma',
    'items[0].code': 'PAO',
    'items[0].unitValue': '12,50',
  };
  await page.$$eval('details.more', (all) => {
    for (const details of all) details.setAttribute('open', '');
  });
  const more = { 'items[0].ncm': '19012090', 'items[0].cfop': '5102', ...buyer };
  for (const [name, text] of Object.entries({ ...more, ...typed })) await page.type(`[name="${name}"]`, text);
  await page.waitForSelector('#previa .sum');
  expect(await page.$eval('#previa .sum', (sum) => sum.textContent)).toBe('R$ 12,50');
  for (const [name, text] of Object.entries(typed)) {
    expect(await page.$eval(`[name="${name}"]`, (field) => (field as unknown as { value: string }).value)).toBe(text);
  }
});

const buyer = {
  'client.document': '529.982.247-25',
  'client.zipCode': '13010-000',
  'client.street': 'Avenida Brasil',
  'client.number': '10',
  'client.neighborhood': 'Centro',
  'client.city': 'Campinas',
  'client.state': 'SP',
};

/** Pages of a company that are looked at by axe, besides its notes and what waits. */
const ofCompany = [
  ...['notas/nova?tipo=NFE', 'notas/nova?tipo=NFCE', 'notas/nova?tipo=NFSE', 'inutilizacoes'],
  ...['recebidas', 'recebidas/responder', 'a-pagar', 'ir?busca=a', 'filtros/novo?lista=notas&situacao=DRAFT'],
  ...['clientes', 'clientes/novo', 'clientes/importar', 'produtos/novo', 'regras/novo', 'transporte'],
  ...['comecar', 'comecar/regime', 'certificado', 'certificado/csc/homologacao', 'chaves', 'chaves/nova', 'pessoas'],
  ...['integracao', 'integracao/eventos'],
  ...[
    'ajustes',
    'ajustes/notas',
    'ajustes/impostos',
    'ajustes/datas',
    'ajustes/acesso',
    'ajustes/servicos',
    'ajustes/logotipo',
    'ajustes/producao',
  ],
];
const widths = [1280, 360];
const schemes = ['light', 'dark'];

test('no page has a fault that axe knows of, by day and by night, on a desk and on a telephone, nor scrolls sideways', async () => {
  await page.goto(home);
  const note = await page.$eval('.ledger .open', (link) => (link as unknown as { href: string }).href);
  const own = ['', '/emails', '/codigo-do-celular', '/chave-de-acesso'].map((path) => `${panel.url}/conta${path}`);
  const others = ofCompany.map((path) => home.replace(/notas$/, path));
  const notes = [home, `${home}?situacao=REJECTED`, note, `${note}/editar`, `${note}/cancelar`, `${note}/substituir`];
  const owed = `${strict.url}/conta/segundo-fator`;
  const pages = [...notes, ...own, owed, `${panel.url}/nada`, ...troubles, ...others];
  const found: unknown[] = [];
  for (const address of pages) {
    for (const width of widths) {
      for (const scheme of schemes) {
        await page.setViewport({ width, height: 800 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await page.goto(address);
        found.push(...(await axeFaults(page, `${address} ${width} ${scheme}`)));
      }
    }
  }
  const stranger = await browser.createBrowserContext();
  page = await stranger.newPage();
  await page.goto(`${panel.url}/entrar`);
  found.push(...(await axeFaults(page, '/entrar')));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

test('text at twice its size and colours of the system’s own leave a page whole, and nothing moves while it loads', async () => {
  page = await browser.newPage();
  await page.goto(home);
  const [first = home] = await page.$$eval('.ledger .open', (links) =>
    links.map((link) => (link as unknown as { href: string }).href),
  );
  for (const address of [home, first, `${home}/nova?tipo=NFE`, `${home.replace(/notas$/, 'ajustes')}`]) {
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(address, { waitUntil: 'load' });
    expect(await layoutShift()).toBeLessThan(0.05);
    // As a window of 1280 has it at a zoom of 200 % (WCAG 1.4.4).
    await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect([address, await isWide()]).toEqual([address, false]);
    await page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
    expect([address, await isWide()]).toEqual([address, false]);
    await page.emulateMediaFeatures([]);
  }
});

/** How far what was painted has moved since, as a share of the window (Layout Instability API). */
function layoutShift(): Promise<number> {
  return page.evaluate(async () => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 50));
    return moved;
  });
}
