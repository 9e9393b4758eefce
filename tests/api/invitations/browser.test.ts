import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createOffice } from '../../../operations/provisioning.ts';
import { invitationOf } from '../../support/rows/invitation.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';
import { type Browsing, openBrowsing } from '../../support/servers/browser.ts';

const telephone = { width: 360, height: 740 };
const desk = { width: 1100, height: 900 };
let api: TestApi;
let browser: Browsing;
let page: Page;
let office: Office;
let company: Company;
let made = 0;
/** Requests of the open page to other origins; `complaints` are its console messages. */
let requests: string[];
let complaints: string[];
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), openBrowsing()]);
});
afterAll(() => Promise.all([browser.close(), api.close()]));
beforeEach(async () => {
  made += 1;
  [office, { company }, page] = await Promise.all([
    newOffice('Contábil Horizonte'),
    newCompany(api.orm),
    browser.newPage(),
  ]);
  [requests, complaints] = [[], []];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.setViewport(desk);
});

test('the pages have no fault that axe knows of, by day and by night', async () => {
  const address = await invitation();
  await page.goto(address);
  expect(await faults()).toEqual([]);
  await Promise.all([page.waitForNavigation(), page.click('button.accept')]);
  expect(await heading()).toBe('Convite aceito');
  expect(await faults()).toEqual([]);
  await page.goto(`${api.url}/convites/nada`);
  expect(await heading()).toBe('Convite não encontrado');
  expect(await faults()).toEqual([]);
});

test('an invitation is read and answered by keyboard alone, and Enter outside of a button answers nothing', async () => {
  const address = await invitation();
  await page.goto(address);
  const stops: unknown[] = [];
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(focused));
  }
  expect(stops).toEqual([
    { what: `mailto:${office.email}`, isSeen: true },
    { what: 'issuing', isSeen: true },
    { what: 'accept', isSeen: true },
    { what: 'refuse', isSeen: true },
  ]);
  await back(2);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  expect(await page.$eval('#issuing', (box) => box instanceof HTMLInputElement && box.checked)).toBe(true);
  await page.keyboard.press('Tab');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await heading()).toBe('Convite aceito');
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'POST', 'GET']);
  const where = { office: office.id, company: company.id };
  expect(await acrossCompanies(api.orm).findOneOrFail(OfficeLink, where)).toMatchObject({
    status: 'ACTIVE',
    issuingAllowed: true,
  });
  await page.reload();
  expect(await heading()).toBe('Convite aceito');
});

test('nothing is cut or hidden at 360 pixels, however long the names', async () => {
  const long = `${'Escritório'.repeat(5)} de Contabilidade e Assessoria Empresarial`.slice(0, 100);
  office = await newOffice(long, `${'contato'.repeat(20)}@${'escritorio'.repeat(5)}.example`);
  const address = await invitation();
  await page.setViewport(telephone);
  await page.goto(address);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(telephone.width);
  const buttons = await page.$$eval('button:not(.none)', (found) =>
    found.map((button) => {
      const { left, right, height } = button.getBoundingClientRect();
      return { text: button.textContent, left, right, height };
    }),
  );
  expect(buttons.map(({ text }) => text)).toEqual(['Aceitar', 'Recusar']);
  for (const { left, right, height } of buttons) {
    expect([left >= 0, right <= telephone.width, height >= 44]).toEqual([true, true, true]);
  }
});

test('a page loads nothing but itself, is drawn as meant, and the browser has no complaint', async () => {
  const address = await invitation();
  await page.goto(address);
  expect(requests).toEqual([`GET ${address}`]);
  expect(complaints).toEqual([]);
  expect(await page.$eval('main', (main) => getComputedStyle(main).maxWidth)).toBe('608px');
});

test('a form on another site answers nothing, even with the right address', async () => {
  const address = await invitation();
  await page.goto('about:blank');
  await page.setContent(
    `<form method="post" action="${address}"><button name="answer" value="accept">Ganhe um prêmio</button></form>`,
  );
  await Promise.all([page.waitForNavigation(), page.click('button')]);
  expect(await heading()).toBe('A resposta veio de outra página');
  expect(await acrossCompanies(api.orm).findOneOrFail(OfficeLink, { company: company.id })).toMatchObject({
    status: 'PENDING',
  });
});

function newOffice(name: string, email = 'contato@horizonte.example'): Promise<Office> {
  made += 1;
  return createOffice(api.orm, { taxId: cnpjOf(22_000_000 + made), name, email });
}

async function invitation(): Promise<string> {
  const { token } = await invitationOf(api.orm, office, company);
  return `${api.url}/convites/${token}`;
}

function heading(): Promise<string> {
  return page.$eval('h1', (found) => found.textContent ?? '');
}

/** Moves the focus back by Shift and Tab. */
async function back(steps: number): Promise<void> {
  await page.keyboard.down('Shift');
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
}

/** The focused element, and whether its focus is visible. Runs in the page. */
function focused(): unknown {
  const element = document.activeElement;
  const isSeen = element !== null && getComputedStyle(element).outlineStyle === 'solid';
  if (element instanceof HTMLAnchorElement) return { what: element.href, isSeen };
  if (element instanceof HTMLButtonElement) return { what: element.value, isSeen };
  return { what: element?.id, isSeen };
}

/** The violations that axe finds by all its rules, in the light and the dark colour scheme. */
async function faults(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await page.evaluate(axe.source);
    const results = (await page.evaluate('axe.run(document, { preload: false })')) as axe.AxeResults;
    expect(results.passes.length).toBeGreaterThan(10);
    found.push(
      ...[...results.violations, ...results.incomplete].map(({ id, nodes }) => ({ value, id, html: nodes[0]?.html })),
    );
  }
  return found;
}
