import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { contingencyDefaults } from '../../domain/companies/settings.ts';
import { AuthorityChange, AuthorityStanding } from '../../domain/contingency/authority-standing.entity.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { enterContingency } from '../../operations/contingency/by-hand.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { giveCertificate, newCompany, shopSettings } from '../api/fixture.ts';
import { newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { choosePassword } from './keyboard.ts';
import { addressesOf, faultsAt, faultsOf } from './looked-at.ts';
import { startPanel } from './panel-fixture.ts';
import { troubled } from './troubled-company.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let browser: Browsing;
let page: Page;
let addresses: string[];
let taxId: string;
/** Requests of pages to other origins, and console messages. */
const complaints: string[] = [];

beforeAll(async () => {
  panel = await startPanel({
    isLocal: true,
    runAddress: (id) => `http://localhost:8233/?run=${encodeURIComponent(id)}`,
  });
  const contingency = { ...contingencyDefaults, nfce: 'MANUAL', nfe: 'MANUAL' } as const;
  const settings = { ...shopSettings, contingency, monthlyQuota: 1_000 };
  const { company } = await newCompany(panel.orm, { settings, certificateEnds: null });
  ({ taxId } = company);
  await giveCertificate(panel.orm, company, new Date(Date.now() + 10 * 86_400_000).toISOString());
  const { delivery } = await troubled(panel.orm, company);
  const { office } = await newOffice(panel.orm);
  const administrator = await panel.person(company.id);
  const em = acrossCompanies(panel.orm);
  await em.execute(`insert into worker_presence (place, started_at, seen_at) values ('10.0.0.7:9464', now(), now())`);
  const service = { authorizer: 'SVRS', environment: 'PRODUCTION', model: '65', state: '' } as const;
  const since = new Date(Date.now() - 2 * 3_600_000);
  const reason = 'O serviço parou (108).';
  em.create(AuthorityStanding, { ...service, standing: 'SHUT', since, reason, cStat: '108', updatedAt: since });
  em.create(AuthorityChange, { ...service, standing: 'SHUT', reason, cStat: '108', changedAt: since });
  const working = { ...service, authorizer: 'SP', model: '55', standing: 'OPEN', reason: 'Responde.' } as const;
  em.create(AuthorityStanding, { ...working, since, cStat: '107', updatedAt: since });
  await em.flush();
  await enterContingency(
    em,
    { company, environment: 'HOMOLOGATION', type: 'NFCE' },
    'Sem internet na loja desde as 14h',
  );
  const { id: draft } = await processingDocument(panel.orm, company);
  const at = {
    anyOffice: `/o/escritorios/${office.taxId}`,
    officeSuspension: `/o/escritorios/${office.taxId}/suspender`,
    peopleOfOffice: `/o/escritorios/${office.taxId}/pessoas`,
    anyPerson: `/o/contas/${administrator.id}`,
    anybodysDelivery: `/o/entregas/${delivery}`,
    contingencyEntry: `/o/autoridades/${taxId}/entrar?tipo=nfe`,
  };
  addresses = addressesOf({ place: '/o/', kept: { company: taxId, draft }, at }).map((path) => panel.url + path);
  const asked = { email: 'opera@lavra.example', name: 'Ana Ribeiro', role: 'OPERATOR' } as const;
  const { token } = await createPerson(panel.orm, asked, lavraItself);
  browser = await openBrowsing();
  page = await browser.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(panel.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await choosePassword(page, `${panel.url}/senha/${token}`);
});
afterAll(async () => {
  await browser.close();
  await panel.close();
});

test('no page of the installation has a fault that axe knows of, moves while it loads, or scrolls sideways, at twice its size neither', async () => {
  expect(await faultsAt(page, addresses)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an examination and a rehearsal are pages that go on while they are looked at, and are whole in the end', async () => {
  await page.goto(`${panel.url}/o/saude`);
  await Promise.all([page.waitForNavigation(), page.click('main form .button')]);
  expect(await page.$eval('#resumo', (title) => title.textContent)).toBe('Resumo');
  const found = await faultsOf(page, 'examination');
  await page.goto(`${panel.url}/o/tabelas/ensaio`);
  await page.type('input[name=empresa]', taxId);
  await Promise.all([page.waitForNavigation(), page.click('main form .button')]);
  expect(await page.$eval('#resultado', (title) => title.textContent)).toBe('Resultado');
  expect([...found, ...(await faultsOf(page, 'rehearsal'))]).toEqual([]);
  expect(complaints).toEqual([]);
});
