import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../domain/documents/document.entity.ts';
import { monthInDigits } from '../../domain/month.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { verifyClosing } from '../../operations/closings/verify/verify-closing.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { until } from '../support/checks/until.ts';
import { type ClosingStage, openClosingStage, type Scene } from '../support/clients/closing-stage.ts';
import { thisMonth } from '../support/clients/closings.ts';
import { linkedCompany, monthDocument, newClosing } from '../support/rows/closing.ts';
import { tabTo } from './keyboard.ts';
import { faultsAt } from './looked-at.ts';
import { password, startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let stage: ClosingStage;
let panel: Panel;
let browser: Browsing;
let downloads: string;
let scene: Omit<Scene, 'note'>;
let board: string;
/** Requests of pages to other origins, and console messages. */
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
  // A gap, as if another system had issued these numbers.
  await panel.orm.em
    .fork()
    .execute('update number_series set next_number = 9 where company_id = ?', [scene.company.id]);
  await stage.sold(scene.erp, demoSale);
  board = boardOf(scene.office);
  downloads = await mkdtemp(join(tmpdir(), 'lavra-downloads-'));
  browser = await openBrowsing();
});

afterAll(async () => {
  await browser?.close();
  await panel?.close();
  await stage?.close();
  await rm(downloads, { recursive: true, force: true });
});

const boardOf = (office: Office): string => `${panel.url}/c/${office.taxId}/fechamento/${monthInDigits(thisMonth())}`;

/** A clerk of the office, with a browser of her own that shows the board. */
async function clerk(office = scene.office): Promise<Page> {
  const board = boardOf(office);
  const { email } = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
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
  const check = await verifyClosing(join(downloads, zip), { sha256: closing!.sha256 });
  expect(check).toMatchObject({ documentCount: 2, faultCount: 0, sha256Checked: true });
  expect(complaints).toEqual([]);
});

/** Moves by Tab to the link or button that begins with these words, and follows it. */
async function follow(page: Page, words: string): Promise<void> {
  await tabTo(page, words);
  await enter(page);
}

/** Ticks the box with this name, or chooses the first radio button. */
async function tick(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Space');
}

/** The company's line on the board as it is now, if it needs somebody; empty if it does not. */
async function hindrances(page: Page, office: Office): Promise<string> {
  await page.goto(boardOf(office));
  return page.$$eval('.hindrances', (lists) => lists.map((list) => list.textContent).join(' '));
}

test('a note that waits for a decision, and one received as a summary alone, are resolved from the board by keyboard alone', async () => {
  const { company, office, erp } = await stage.newCompany();
  const { authority } = stage.installation;
  const sql = (text: string, values: unknown[]) => acrossCompanies(panel.orm).execute(text, values);
  await sql('update office_link set issuing_allowed = true where office_id = ?', [office.id]);
  // As if another system had used this series: the authority has a note with the number that comes next here.
  const elsewhere = await stage.sold(erp, demoSale);
  await sql(`update document set access_key = null, number = 0, environment = 'HOMOLOGATION' where id = ?`, [
    elsewhere.id,
  ]);
  await sql('update number_series set next_number = ? where company_id = ?', [elsewhere.number, company.id]);
  const { id } = await erp.insist(demoSale);
  const note = () => acrossCompanies(panel.orm).findOneOrFail(Document, { id });
  await until('it waits for a person', async () => (await note()).waitingKind === 'PERSON');
  // The authority also has a note of a supplier.
  const notes = [{ issuer: { taxId: '11222333000181' }, recipient: { taxId: company.taxId } }];
  await authority.control('POST', '/distribution', { environment: 1, notes });
  const list = `${panel.url}/e/${company.taxId}/recebidas`;
  /** Asks the source by the button, after ending the hour that the authority demands between questions. */
  const asked = async (page: Page): Promise<void> => {
    await sql(`update distribution set not_before = now() - interval '1 second' where company_id = ?`, [company.id]);
    await authority.control('DELETE', `/distribution/wait?taxId=${company.taxId}`);
    await page.goto(list);
    await follow(page, 'Buscar agora');
  };

  const page = await clerk(office);
  await asked(page);
  await until('both hinder it', async () =>
    /1 nota espera uma decisão[\s\S]*1 nota recebida só como resumo/.test(await hindrances(page, office)),
  );
  await follow(page, 'Decidir…');
  // on the note's own page
  await follow(page, 'Decidir…');
  await tabTo(page, 'accessKey');
  await page.keyboard.type(String(elsewhere.accessKey));
  await tick(page, 'sure');
  await follow(page, 'Ficar com essa nota');
  await page.waitForSelector('#carimbo[data-state="AUTHORIZED"]');
  expect(await note()).toMatchObject({ status: 'AUTHORIZED', accessKey: elsewhere.accessKey });

  await page.goto(boardOf(office));
  await follow(page, 'Dar ciência…');
  await tick(page, 'nota');
  await follow(page, 'Responder às escolhidas…');
  await tick(page, 'resposta');
  await follow(page, 'Registrar a resposta');
  await until('the authority has it', async () =>
    (await hindrances(page, office)).includes('a SEFAZ ainda vai entregar o XML'),
  );
  await asked(page);
  await until('nothing hinders it', async () => (await hindrances(page, office)) === '');
  expect(await page.$$eval('#abertas .firm', (rows) => rows.length)).toBe(1);
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
  expect(await faultsAt(page, [board, numbers, `${board}?busca=ninguem`])).toEqual([]);
  expect(complaints).toEqual([]);
});
