import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChooser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany, setCompany } from '../../operations/provisioning.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { answering, openReceiver } from '../api/receiver.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { choosePassword, submit, tabTo } from './keyboard.ts';
import { password, startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let installation: Installation;
let panel: Panel;
let company: Company;
let browser: Browsing;
let page: Page;
let folder: string;
let invited: string;

beforeAll(async () => {
  installation = await openInstallation();
  const { env, client, parts, authority, orm } = installation;
  const beside = { databaseUrl: env.databaseUrl, masterKey: parts.masterKey, wire: parts.wire };
  panel = await startPanel({ isLocal: true, temporal: client, trust: [authority.caPem], beside });
  const { taxId: cnpj, name: called, taxRegime, address } = demoCompany;
  company = await createCompany(acrossCompanies(orm), { taxId: cnpj, name: called, taxRegime, address });
  folder = await mkdtemp(join(tmpdir(), 'lavra-first-steps-'));
  const { taxId, name } = company;
  await writeFile(join(folder, 'empresa.pfx'), await authority.certificate({ taxId, name, password: 'segredo' }));
  await writeFile(
    join(folder, 'outra.pfx'),
    await authority.certificate({ taxId: '11444777000161', name: 'Outra', password: 'segredo' }),
  );
  const asked = { email: 'ana@padaria.example', name: 'Ana', companyId: company.id, role: 'COMPANY_ADMIN' } as const;
  invited = (await createPerson(orm, asked, lavraItself)).token ?? '';
  browser = await openBrowsing();
  page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
});

afterAll(async () => {
  await browser.close();
  await panel.close();
  await installation.close();
  await rm(folder, { recursive: true, force: true });
});

const heading = () => page.$eval('h1', (element) => element.textContent);
const text = () => page.$eval('main', (element) => element.textContent ?? '');
/** The dialog in which a file is chosen. If a page was just drawn anew and missed the key, the key is pressed again, as people do. */
function chooserOf(page: Page, name: string): Promise<FileChooser> {
  return until('a file is asked for', async () => {
    await tabTo(page, name);
    const opened = page.waitForFileChooser({ timeout: 5_000 });
    const [chooser] = await Promise.all([opened, page.keyboard.press('Enter')]);
    return chooser;
  });
}

/** Clicks the link or button with these words, from within the page: without scripts it draws no frames that a real click could wait for. */
async function press(words: string): Promise<void> {
  const click = page.$$eval(
    'main a, main button',
    (all, wanted) => {
      const found = all.find(({ textContent }) => textContent?.trim().includes(wanted));
      if (!found) throw new Error(`nothing says ${wanted}: ${document.querySelector('main')?.textContent}`);
      (found as unknown as { click(): void }).click();
    },
    words,
  );
  await Promise.all([page.waitForNavigation(), click]);
}

async function upload(file: string): Promise<void> {
  const input = await page.$('input[type="file"]');
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(join(folder, file));
  await page.type('input[name="senha"]', 'segredo');
  await press('Adicionar o certificado');
}

async function fill(name: string, value: string): Promise<void> {
  await page.$eval(`[name="${name}"]`, (input) => ((input as unknown as { value: string }).value = ''));
  await page.type(`[name="${name}"]`, value);
}

test('from the invitation to an authorized note and a key, without a script', async () => {
  await choosePassword(page, `${panel.url}/senha/${invited}`);
  await press('primeira nota');
  expect(await heading()).toBe('Primeiros passos');
  await press('Começar');

  await upload('outra.pfx');
  expect(await text()).toContain('O certificado é de outro CNPJ');
  await upload('empresa.pfx');
  expect(await heading()).toBe('Empresa');

  await fill('address.city', 'Campinhas');
  await press('Guardar e continuar');
  expect(await text()).toContain('Não há cidade com este nome em SP');
  await fill('address.city', 'São Paulo');
  await fill('stateRegistration', '110042490115');
  await press('Guardar e continuar');
  expect(await text()).toContain('não é uma inscrição estadual de SP');
  await fill('stateRegistration', '110042490114');
  await press('Guardar e continuar');
  expect(await heading()).toBe('Regime e impostos');

  await fill('taxDefaults.icmsRate', '18');
  await press('Guardar e continuar');
  expect(await heading()).toBe('Números');
  expect(await text()).toMatch(/Trazer o passado[\s\S]*Só seguir a numeração/);
  await fill('ultimo-55', '1233');
  await press('Guardar e continuar');
  await press('Não vendo no balcão');
  expect(await heading()).toBe('Exame');
  expect(await text()).toMatch(/Serviço da SEFAZ[\s\S]*Em operação/);
  expect(await text()).toMatch(
    /Documentos recebidos[\s\S]*NF-e: (tudo até o NSU|a primeira consulta|ainda sem resposta)/,
  );
  expect(await text()).toMatch(/Contingência[\s\S]*NF-e: com a SEFAZ fora do ar elas esperam/);
  expect(await text()).not.toContain('NFS-e do município');
  await setCompany(acrossCompanies(installation.orm), company.id, { nfse: { series: 1 } });
  await page.reload();
  expect(await text()).toMatch(/NFS-e do município[\s\S]*São Paulo[^.]*sistema nacional/);
  await press('Continuar');

  await press('Emitir a nota de teste');
  while (!(await text()).includes('Autorizada')) await page.waitForNavigation();
  expect(await text()).toContain('NF-e 1/1.234');
  const danfe = await page.$eval('main .actions a.quiet', (link) => link.getAttribute('href'));
  expect(danfe).toMatch(/\/notas\/[\w-]+\/pdf$/);
  await press('Continuar');
  await press('Criar e mostrar a chave');
  expect(await text()).toMatch(/ck_[0-9A-Za-z]{49}/);
  await press('Já guardei a chave');
  expect(await text()).toContain('A empresa emite, e o seu sistema tem a chave');
});

test('by keyboard alone, and left in the middle: who signs in again goes on where she was, and what she had filled in is there', async () => {
  const { authority, orm } = installation;
  const taxId = cnpjOf(71_000_000);
  const { taxRegime, address } = demoCompany;
  const { id: companyId } = await createCompany(acrossCompanies(orm), { taxId, name: 'Loja', taxRegime, address });
  const file = join(folder, 'loja.pfx');
  await writeFile(file, await authority.certificate({ taxId, name: 'Loja', password: 'segredo' }));
  const asked = { email: 'bia@loja.example', name: 'Bia', companyId, role: 'COMPANY_ADMIN' } as const;
  const { token } = await createPerson(orm, asked, lavraItself);
  const page = await (await browser.createBrowserContext()).newPage();
  const titled = () => page.$eval('h1', (element) => element.textContent);
  const follow = async (words: string): Promise<void> => {
    await tabTo(page, words);
    await submit(page);
  };
  const type = async (name: string, words: string): Promise<void> => {
    await tabTo(page, name);
    await page.keyboard.type(words);
  };

  await choosePassword(page, `${panel.url}/senha/${token}`);
  await follow('Emitir a primeira nota');
  await follow('Começar');
  const chooser = await chooserOf(page, 'arquivo');
  await chooser.accept([file]);
  await type('senha', 'segredo');
  await follow('Adicionar o certificado');
  expect(await titled()).toBe('Empresa');
  await type('stateRegistration', '110042490114');
  await follow('Guardar e continuar');
  await type('taxDefaults.icmsRate', '18');
  await follow('Guardar e continuar');
  expect(await titled()).toBe('Números');
  await type('ultimo-55', '99');
  await tabTo(page, 'link');
  await submit(page);

  expect(page.url()).toBe(`${panel.url}/entrar`);
  await type('email', asked.email);
  await type('senha', password);
  await submit(page);
  await follow('Emitir a primeira nota');
  const done = () => page.$$eval('.steps li:has(small:not(:empty))', (all) => all.map((each) => each.textContent));
  expect((await done()).filter((step) => step?.includes('feito'))).toHaveLength(3);
  await follow('Continuar');
  expect(await titled()).toBe('Números');
  await page.goto(`${panel.url}/e/${taxId}/comecar/empresa`);
  const kept = await page.$eval('[name=stateRegistration]', (field) => (field as unknown as { value: string }).value);
  expect(kept).toBe('110042490114');
  await page.goto(`${panel.url}/e/${taxId}/comecar/numeros`);
  await follow('Guardar e continuar');
  await follow('Não vendo no balcão');
  await follow('Continuar');
  await follow('Emitir a nota de teste');
  await page.waitForSelector('.notice [data-state="AUTHORIZED"]');
  await follow('Continuar');
  await follow('Criar e mostrar a chave');
  expect(await page.$eval('main', ({ textContent }) => textContent)).toMatch(/ck_[0-9A-Za-z]{49}/);
  await follow('Já guardei a chave');
  expect(await page.$eval('main', ({ textContent }) => textContent)).toContain('A empresa emite, e o seu sistema tem');
});

test('a form of the test note that is sent twice makes one note', async () => {
  const person = await panel.person(company.id);
  const address = `/e/${company.taxId}/comecar/nota`;
  const { text: form } = await person.get(address);
  const pedido = /name="pedido" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const [once, twice] = [await person.post(address, { pedido }), await person.post(address, { pedido })];
  expect(once.status).toBe(303);
  expect(twice.location).toBe(once.location);
});

test('after an outage what failed is found by its filter and sent again, and is seen to arrive, by keyboard alone', async () => {
  const { orm, parts } = installation;
  const receiver = await openReceiver(answering(204));
  const { id: endpoint } = await newEndpoint(orm, { company }, { url: receiver.url }, parts.masterKey);
  const em = acrossCompanies(orm);
  const errorMessage = 'O endereço respondeu 503; esperava 2xx.';
  const ended = { status: 'FAILED', attempts: 5, roundAttempts: 5, responseStatus: 503, errorMessage } as const;
  const events = Array.from({ length: 3 }, newEventId);
  for (const id of events) {
    em.create(Event, { id, company: company.id, type: 'DOCUMENT_AUTHORIZED', data: { documentId: id } });
    em.create(WebhookDelivery, { company: company.id, endpoint, event: id, ...ended });
  }
  const refused = { ...ended, responseStatus: 410 };
  const other = em.create(Event, { id: newEventId(), company: company.id, type: 'DOCUMENT_REJECTED', data: {} });
  em.create(WebhookDelivery, { company: company.id, endpoint, event: other.id, ...refused });
  await em.flush();

  const enter = () => Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.goto(`${panel.url}/e/${company.taxId}/webhooks`);
  await tabTo(page, 'Ver entregas');
  await enter();
  await tabTo(page, 'situacao');
  await page.keyboard.type('Falharam: erro');
  await tabTo(page, 'Filtrar');
  await enter();
  expect(new URL(page.url()).searchParams.get('situacao')).toBe('erro');
  expect(await page.$$eval('.ledger .open', (links) => links.length)).toBe(3);
  await tabTo(page, 'Reenviar as falhas deste filtro…');
  await enter();
  await tabTo(page, 'Reenviar as 3 falhas');
  await enter();
  expect(await text()).toContain('3 entregas de volta à fila');

  const left = () => page.$$eval('.ledger .open', (links) => links.length);
  while ((await left()) > 0) await page.reload();
  await tabTo(page, 'situacao');
  await page.keyboard.type('Entregues');
  await tabTo(page, 'Filtrar');
  await enter();
  expect(await page.$$eval('.ledger [data-state="AUTHORIZED"]', (rows) => rows.length)).toBeGreaterThanOrEqual(3);
  const arrived = receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  // Other events of the company are shown, too; what its receiver had refused was not requested.
  expect(arrived).toEqual(expect.arrayContaining(events));
  expect(arrived).not.toContain(other.id);
  receiver.close();
});
