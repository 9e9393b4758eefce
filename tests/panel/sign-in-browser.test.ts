import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopTokenOf } from '../../domain/accounts/stop-token.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { masterKey } from '../../domain/seal.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { newCompany, startApi, type TestApi } from '../api/fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';
import { turnOnCodes } from './authenticator.ts';
import { submit } from './keyboard.ts';
import { addressesOf, faultsAt, layoutShift } from './looked-at.ts';
import { password, startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let api: TestApi;
let browser: Browsing;
let page: Page;
let person: Awaited<ReturnType<Panel['person']>>;
let made: Awaited<ReturnType<typeof newCompany>>;
/** Links to pages that have one for each person. */
let links: { password: string; invitation: string; portal: string; stopMails: string };
/** Requests of pages to other origins, and console messages. */
const complaints: string[] = [];

beforeAll(async () => {
  // Without mail, pages show the links to be handed over.
  panel = await startPanel({ isLocal: true, sendsMail: false });
  api = await startApi({ databaseUrl: panel.database, portal: { panelUrl: panel.url, portalOrigins: [] } });
  made = await newCompany(panel.orm);
  const { company, key } = made;
  person = await panel.person(company.id);
  const invited = await person.post(`/e/${company.taxId}/pessoas/convidar`, {
    email: 'rosa@padaria.example',
    papel: 'COMPANY_ISSUER',
  });
  const iara = { email: 'iara@padaria.example', name: 'Iara Souza', role: 'COMPANY_READER' } as const;
  const { token } = await createPerson(panel.orm, { ...iara, companyId: company.id }, lavraItself);
  const body = { personName: 'Maria Souza', role: 'READER', theme: 'DARK' };
  const portal = await api.call('POST', '/v1/portal-links', { key, body });
  links = {
    password: `/senha/${token}`,
    invitation: /\/convite\/[\w-]+/.exec(invited.text)![0],
    portal: new URL(String(portal.body['url'])).pathname,
    stopMails: `/emails/${stopTokenOf(masterKey(Buffer.alloc(32, 7)), person.id)}`,
  };
  await turnOnCodes(person);
  browser = await openBrowsing();
  page = await browser.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(panel.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
});

afterAll(async () => {
  await browser?.close();
  await api?.close();
  await panel?.close();
});

test('no page of who is not signed in has a fault that axe knows of, by day and by night, on a desk and on a telephone', async () => {
  await page.goto(`${panel.url}/entrar?para=/conta`);
  await page.type('input[name=email]', person.email);
  await page.type('input[name=senha]', password);
  await submit(page);
  const secondFactor = '/segundo-fator?para=%2Fconta';
  expect(page.url()).toBe(panel.url + secondFactor);
  const rows = addressesOf({ place: 'ANYBODY', at: { ...links, secondFactor } });
  expect(rows).toContain('/entrar');
  const addresses = rows.map((path) => panel.url + path);
  expect(await faultsAt(page, addresses)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a page does not move when its text arrives after its frame was painted, and does not scroll without need', async () => {
  const whole = await (await fetch(panel.url + links.stopMails)).text();
  const text = whole.replaceAll('href="/', `href="${panel.url}/`);
  const [frame, rest] = [text.slice(0, text.indexOf('<main')), text.slice(text.indexOf('<main'))];
  expect(rest).toMatch(/^<main/);
  let answer: ServerResponse | undefined;
  const slow = createServer((_, response) => (answer = response).setHeader('content-type', 'text/html').write(frame));
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const own = await browser.newPage();
  try {
    await own.setViewport({ width: 1280, height: 900 });
    const loaded = own.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`);
    const isPainted = (): boolean => performance.getEntriesByName('first-paint').length > 0;
    await own.waitForFunction(isPainted, { polling: 10 });
    answer?.end(rest);
    await loaded;
    expect(await layoutShift(own)).toBeLessThan(0.01);
    const [high, window] = await own.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    expect(high).toBe(window);
  } finally {
    await own.close();
    slow.close();
  }
});

test('who comes by a portal link sees pages without a fault, too', async () => {
  await page.goto(panel.url + links.portal);
  await Promise.all([page.waitForNavigation(), page.click('main form .button')]);
  const base = `${panel.url}/e/${made.company.taxId}`;
  expect(page.url()).toBe(`${base}/notas`);
  const pages = ['notas', 'recebidas', 'clientes', 'atencao', 'a-pagar'].map((path) => `${base}/${path}`);
  expect(await faultsAt(page, pages)).toEqual([]);
  expect(complaints).toEqual([]);
  // On paper ink is dark, whatever theme is chosen.
  await page.emulateMediaType('print');
  const [ink, paper] = await page.$eval('body', (body) => {
    const { color, backgroundColor } = getComputedStyle(body);
    return [color, backgroundColor];
  });
  await page.emulateMediaType();
  expect({ ink, paper }).toEqual({ ink: 'rgb(26, 35, 32)', paper: 'rgb(255, 255, 255)' });
});
