import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthInDigits } from '../../domain/month.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { verifyClosing } from '../../operations/closings/verify/verify-closing.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { until } from '../support/checks/until.ts';
import { type ClosingStage, openClosingStage, type Scene } from '../support/clients/closing-stage.ts';
import { thisMonth } from '../support/clients/closings.ts';
import { linkedCompany, monthDocument, newClosing } from '../support/rows/closing.ts';
import { axeFaults } from './axe-faults.ts';
import { tabTo } from './keyboard.ts';
import { password, startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let stage: ClosingStage;
let panel: Panel;
let browser: Browsing;
let downloads: string;
let scene: Omit<Scene, 'note'>;
let board: string;
/** What pages asked for from elsewhere, or complained about. */
const complaints: string[] = [];

beforeAll(async () => {
  stage = await openClosingStage();
  const { env, client: temporal, parts } = stage.installation;
  const { masterKey, wire, blobs } = parts;
  panel = await startPanel({
    isLocal: true,
    temporal,
    beside: { databaseUrl: env.databaseUrl, masterKey, wire, blobs },
  });
  scene = await stage.newCompany();
  await stage.sold(scene.erp, demoSale);
  // As where another system has issued meanwhile.
  await panel.orm.em
    .fork()
    .execute('update number_series set next_number = 9 where company_id = ?', [scene.company.id]);
  await stage.sold(scene.erp, demoSale);
  board = `${panel.url}/c/${scene.office.taxId}/fechamento/${monthInDigits(thisMonth())}`;
  downloads = await mkdtemp(join(tmpdir(), 'lavra-downloads-'));
  browser = await openBrowsing();
});

afterAll(async () => {
  await browser?.close();
  await panel?.close();
  await stage?.close();
  await rm(downloads, { recursive: true, force: true });
});

/** A clerk of the office with a browser of her own, on the board. */
async function clerk(): Promise<Page> {
  const { email } = await panel.member({ officeId: scene.office.id, role: 'OFFICE_CLERK' });
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  });
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(`${panel.url}/entrar?para=${encodeURIComponent(new URL(board).pathname)}`);
  await tabTo(page, 'email');
  await page.keyboard.type(email);
  await tabTo(page, 'senha');
  await page.keyboard.type(password);
  await enter(page);
  expect(page.url()).toBe(board);
  return page;
}

async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

test('a month is closed by keyboard alone: what hinders it is explained, it is closed, downloaded and verified; a colleague sees it happen', async () => {
  const page = await clerk();
  const colleague = await clerk();
  expect(await page.$eval('#precisam', (lane) => lane.textContent)).toContain('Falta explicar 7 números: NF-e 1/2 a 8');
  await tabTo(page, 'Explicar ou inutilizar…');
  await enter(page);
  await tabTo(page, 'motivo');
  await page.keyboard.type('Outro sistema emitiu estas notas até hoje');
  await tabTo(page, 'Guardar a explicação');
  await enter(page);
  await colleague.waitForSelector('#abertas');
  await tabTo(page, '‹ Fechamento de');
  await enter(page);
  await tabTo(page, 'todas');
  await enter(page);
  await Promise.all([page, colleague].map((each) => each.waitForSelector('#prontas')));
  await tabTo(page, 'Baixar o ZIP de');
  await page.keyboard.press('Enter');
  const zip = await until('the ZIP is there', async () =>
    (await readdir(downloads)).find((name) => name.endsWith('.zip')),
  );
  const [closing] = await acrossCompanies(panel.orm).execute<{ sha256: string }[]>('select sha256 from closing');
  expect(await page.$eval('.proof', (proof) => proof.textContent)).toContain(closing!.sha256);
  const verdict = await verifyClosing(join(downloads, zip), { sha256: closing!.sha256 });
  expect(verdict).toMatchObject({ documentCount: 2, faultCount: 0, sha256Checked: true });
  expect(complaints).toEqual([]);
});

test('no page of the month has a fault that axe knows of, by day and by night, on a desk and on a telephone', async () => {
  const { installation } = stage;
  const { office } = scene;
  const issueDateTime = new Date();
  const month = { ...thisMonth(), documentCount: 2000 };
  for (const name of ['Clínica Vida Plena', 'Distribuidora Irmãos Albuquerque do Vale do Paraíba', 'Bazar']) {
    const company = await linkedCompany(installation.orm, office, { name });
    if (name === 'Bazar') continue;
    for (const number of [1, 5]) await monthDocument(installation.orm, company, { series: 1, number, issueDateTime });
    await monthDocument(installation.orm, company, { series: 1, number: 7, status: 'REJECTED', issueDateTime });
  }
  const moving = await linkedCompany(installation.orm, office, { name: 'Padaria Estrela da Manhã' });
  await monthDocument(installation.orm, moving, { series: 1, number: 1, issueDateTime });
  const begun = { status: 'RUNNING', doneCount: 900, startedAt: new Date(Date.now() - 60_000) } as const;
  await newClosing(installation.orm, { office, company: moving }, { ...month, ...begun });
  const page = await clerk();
  const numbers = await page.$eval('.hindrances a', (link) => (link as unknown as { href: string }).href);
  const found: string[] = [];
  for (const address of [board, numbers, `${board}?busca=ninguem`]) {
    for (const width of [1280, 360]) {
      for (const scheme of ['light', 'dark']) {
        await page.setViewport({ width, height: 800 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await page.goto(address);
        found.push(...(await axeFaults(page, `${address} ${width} ${scheme}`)));
      }
    }
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
