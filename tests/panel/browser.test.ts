import type { HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWire } from '../../adapters/mutual-tls/wire.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { masterKey } from '../../domain/seal.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { newCompany, sale, startApi } from '../api/fixture.ts';
import { choosePassword, submit, tabTo } from './keyboard.ts';
import { addressesOf, faultsAt, faultsOf } from './looked-at.ts';
import { password, startPanel } from './panel-fixture.ts';
import { wholeCompany } from './whole-company.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
/** A second panel, in which administrators owe a second factor. */
let strict: Panel;
const unasked = { timeoutMs: 1_000, maxAnswerBytes: 1_000 };
let api: Awaited<ReturnType<typeof startApi>>;
let browser: Browsing;
let page: Page;
/** The link by which she chooses her password. */
let link: string;
let home: string;
let key: string;
let made: Awaited<ReturnType<typeof newCompany>>;
/** Requests of pages to other origins, and console messages. */
const complaints: string[] = [];

const email = 'ana@padaria.example';
const longName = 'Distribuidora de Alimentos e Bebidas Irmãos Albuquerque do Vale do Paraíba';

beforeAll(async () => {
  // Only the page is looked at; nothing steers an authority.
  const simulator = { rules: async () => [], add: async () => true, clear: async () => {} };
  panel = await startPanel({ isLocal: true, simulator });
  const beside = { databaseUrl: panel.database, masterKey: masterKey(Buffer.alloc(32, 7)), wire: createWire(unasked) };
  // Cookies ignore ports: whoever is signed in to one panel is signed in to the other.
  strict = await startPanel({ isLocal: true, secondFactor: 'administrators', beside });
  api = await startApi({ databaseUrl: panel.database });
  made = await newCompany(panel.orm);
  const { company } = made;
  key = made.key;
  home = `${panel.url}/e/${company.taxId}/notas`;
  for (let at = 0; at < 3; at += 1) {
    const client = { ...(sale()['client'] as object), name: longName.slice(0, 60) };
    await api.call('POST', '/v1/fiscal-documents', { key, body: sale({ client, externalId: `pedido-${at}` }) });
  }
  const asked = { email, name: 'Ana Ribeiro', companyId: company.id, role: 'COMPANY_ADMIN' } as const;
  const { token } = await createPerson(panel.orm, asked, lavraItself);
  browser = await openBrowsing();
  page = await browser.newPage();
  page.on('console', (message) => {
    // One of the pages is the one for addresses that do not exist.
    if (!message.location().url?.endsWith('/nada')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = [panel, strict].some(({ url }) => request.url().startsWith(url));
    if (!isOwn && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.setJavaScriptEnabled(false);
  link = `${panel.url}/senha/${token}`;
});

afterAll(async () => {
  await browser.close();
  await api.close();
  await strict.close();
  await panel.close();
});

test('a person chooses a password, finds a note, reads it and leaves, by keyboard alone and without JavaScript', async () => {
  await choosePassword(page, link);
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
  complaints.splice(0); // the complaints about cut connections
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

test('Enter in a field computes the sale, whatever stands in a search, and one stays in the field; without a connection nothing is lost', async () => {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  const marked = () => page.evaluate(() => document.querySelector('form.sale[data-old]') !== null);
  await page.type('[name="busca.cliente"]', 'ninguém');
  await page.waitForSelector('.hits ::-p-text(Nada encontrado)');
  await page.$eval('form.sale', (form) => form.setAttribute('data-old', ''));
  await page.focus('[name="items[0].unitValue"]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('form.sale:not([data-old])') !== null);
  expect(await focused()).toBe('items[0].unitValue');
  expect(await page.$('.hits p')).toBeNull();
  expect(await page.$eval('#previa .sum', (sum) => sum.textContent)).toBe('R$ 12,50');

  await page.$eval('form.sale', (form) => form.setAttribute('data-old', ''));
  await page.setRequestInterception(true);
  const cutOff = (request: HTTPRequest): void => void request.abort('connectionfailed');
  page.on('request', cutOff);
  await page.keyboard.press('Enter');
  await page.waitForSelector('::-p-text(O que você digitou está aqui)');
  expect([await marked(), await focused()]).toEqual([true, 'items[0].unitValue']);
  page.off('request', cutOff);
  await page.setRequestInterception(false);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.offline') === null);
  expect([await marked(), await focused()]).toEqual([false, 'items[0].unitValue']);
  complaints.splice(0); // the complaints about the cut connection
});

test('a fault that a page has on a telephone alone is found', async () => {
  await page.goto('about:blank');
  await page.setContent(
    `<!doctype html><html lang="pt-BR"><title>Só no telefone</title>
    <style>.only { display: none } @media (max-width: 400px) { .only { display: block } }</style>
    <main><h1>Só no telefone</h1><p>O botão não tem nome.</p><div class="only"><button style="padding: 20px"></button></div></main>`,
  );
  expect(await faultsOf(page, 'a page')).toEqual([expect.stringMatching(/^a page on a telephone button-name/)]);
});

test('a page that moves once it was seen is found, and one that is too wide', async () => {
  const push = `document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 50vh' }))`;
  const script = `<script>requestAnimationFrame(() => requestAnimationFrame(() => ${push}))</script>`;
  const text = `<main style="width: 1300px"><h1>Um</h1><p style="height: 40vh">Texto</p></main>`;
  const address = `data:text/html,${encodeURIComponent(`<!doctype html><html lang="pt-BR"><title>Um</title>${text}${script}`)}`;
  const found = (await faultsAt(page, [address])).map((fault) => fault.slice(address.length + 1));
  expect(found).toContainEqual(expect.stringMatching(/^moves by 0\.\d+ while it loads/));
  expect(found).toContain('on a desk scrolls sideways');
});

test('a client and a product are found while somebody types, and taken by keys: the page stays where it is, and so does what was opened', async () => {
  await api.call('POST', '/v1/clients', { key, body: { name: 'Mercearia São José' } });
  const coffee = { code: 'CAFE', name: 'Café torrado', salePrice: '19.90', commercialUnit: 'KG - QUILO' };
  await api.call('POST', '/v1/products', { key, body: { ...coffee, nfeConfig: { ncm: '09012100' } } });
  await page.goto(`${home}/nova?tipo=NFE`);
  await page.evaluate(() => void ((document as unknown as { mark: boolean }).mark = true));
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute('name'));
  await tabTo(page, 'busca.cliente');
  await page.keyboard.type('sao jo');
  await page.waitForSelector('.hits ::-p-text(Mercearia São José)');
  expect(await focused()).toBe('busca.cliente');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.chosen ::-p-text(Mercearia São José)');
  expect(await focused()).toBe('Trocar');
  await tabTo(page, 'Acrescentar item');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#linha-items-1');
  expect(await focused()).toBe('items[1].busca');
  await page.$eval('#linha-items-1 details', (details) => details.setAttribute('open', ''));
  await page.keyboard.type('torrado');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.hits button:focus');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[name="items[1].code"][value=CAFE]') !== null);
  expect(await focused()).toBe('items[1].quantity');
  expect(await page.$eval('#linha-items-1 details', (details) => details.hasAttribute('open'))).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(await page.evaluate(() => (document as unknown as { mark?: boolean }).mark)).toBe(true);
});

test('a menu that is longer than the window is tall shows where the page is, and lets everything be reached', async () => {
  await page.setViewport({ width: 900, height: 600 });
  await page.goto(home.replace('/notas', '/webhooks'));
  const isSeen = (link: Element): boolean => {
    const { left, top, height } = link.getBoundingClientRect();
    return document.elementFromPoint(left + 12, top + height / 2) === link;
  };
  expect(await page.$eval('.rail [aria-current]', isSeen)).toBe(true);
  await page.focus('.rail a[href="/conta"]');
  expect(await page.$eval('.rail a[href="/conta"]', isSeen)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
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

/** Pages of a company that can also look different from what their row leads to. */
const otherLooks = [
  ...['notas?situacao=REJECTED', 'notas/nova?tipo=NFE', 'notas/nova?tipo=NFCE', 'notas/nova?tipo=NFSE'],
  ...['produtos/novo', 'regras/novo', 'transporte', 'modelos', 'comecar/regime', 'comecar/numeros', 'comecar/nfce'],
  ...['notas', 'datas', 'acesso', 'servicos'].map((group) => `ajustes/${group}`),
];

test('no page has a fault that axe knows of, by day and by night, on a desk and on a telephone, moves while it loads, or scrolls sideways, at twice its size neither', async () => {
  await page.goto(home);
  const note = await page.$eval('.ledger .open', (link) => (link as unknown as { href: string }).href);
  const whole = await wholeCompany({ panel, api, made, draft: note.slice(note.lastIndexOf('/') + 1) });
  const { taxId } = made.company;
  // Where nobody owes a second factor, its page shows nothing.
  const own = addressesOf({ place: 'SIGNED_IN', at: { ownSecondFactor: `${strict.url}/conta/segundo-fator` } });
  const others = otherLooks.map((path) => `/e/${taxId}/${path}`);
  const all = [...addressesOf({ place: '/e/', taxId, ...whole }), ...others, ...own];
  const addresses = all.map((path) => new URL(path, panel.url).href);
  const confirm = `${panel.url}/confirmar`;
  const found = await faultsAt(
    page,
    addresses.filter((address) => address !== confirm),
  );
  await panel.orm.em.fork().execute(`update panel_session set confirmed_at = now() - interval '11 minutes'`);
  expect(addresses).toContain(confirm);
  found.push(...(await faultsAt(page, [confirm])));
  const unknown = `${panel.url}/nada`;
  await page.goto(unknown);
  found.push(...(await faultsOf(page, unknown)));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
