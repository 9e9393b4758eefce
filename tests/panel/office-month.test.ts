import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip } from '../../adapters/archives/open-zip.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { monthInDigits } from '../../domain/month.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { verifyClosing } from '../../operations/closings/verify/verify-closing.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { until } from '../support/checks/until.ts';
import { type ClosingStage, openClosingStage } from '../support/clients/closing-stage.ts';
import { thisMonth } from '../support/clients/closings.ts';
import { officeSize } from '../support/clients/office-size.ts';
import { monthDocument } from '../support/rows/closing.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { signedCopies } from '../support/rows/signed-copies.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { submit, tabTo } from './keyboard.ts';
import { password, startPanel } from './panel-fixture.ts';
import { type Browsing, openBrowsing } from '../support/servers/browser.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let stage: ClosingStage;
let panel: Panel;
let browser: Browsing;
let downloads: string;
let office: Office;
let board: string;
let companies: Company[];
/** Console messages of pages. */
const complaints: string[] = [];

/** Whether a company has missing numbers; `hasRefused`: whether it has a refused note. */
const hasGap = (at: number): boolean => at % 10 === 1;
const hasRefused = (at: number): boolean => at % 50 === 2;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

beforeAll(async () => {
  stage = await openClosingStage();
  const { env, client: temporal, parts, orm } = stage.installation;
  const { masterKey, wire, blobs, identities } = parts;
  const beside = { databaseUrl: env.databaseUrl, masterKey, wire, blobs };
  panel = await startPanel({ isLocal: true, temporal, beside });
  const seller = await stage.newCompany();
  const note = await stage.sold(seller.erp, demoSale);
  ({ office } = await newOffice(orm));
  companies = [];
  for (let at = 0; at < officeSize.companies; at += 1) {
    const name = `Empresa ${String(at).padStart(3, '0')} Ltda`;
    const { company } = await stage.installation.openCompany({
      taxId: cnpjOf(70_000_000 + at),
      name,
      environment: 'PRODUCTION',
    });
    companies.push(company);
    await linkOf(orm, office, company, { issuingAllowed: true });
    const { signer } = (await identities.of(acrossCompanies(orm), company.id))!;
    const numbers = Array.from(
      { length: officeSize.notes },
      (_, place) => place + 1 + (hasGap(at) && place > 0 ? 2 : 0),
    );
    await signedCopies(orm, note, { company, signer, numbers });
    if (!hasRefused(at)) continue;
    await monthDocument(orm, company, {
      series: 1,
      number: officeSize.notes + 1,
      status: 'REJECTED',
      issueDateTime: new Date(),
    });
  }
  await acrossCompanies(orm).execute('analyze');
  board = `${panel.url}/c/${office.taxId}/fechamento/${monthInDigits(thisMonth())}`;
  downloads = await mkdtemp(join(tmpdir(), 'lavra-downloads-'));
  browser = await openBrowsing();
});

afterAll(async () => {
  await browser?.close();
  await panel?.close();
  await stage?.close();
  await rm(downloads, { recursive: true, force: true });
});

/** A clerk of the office, with a browser of her own that shows the board. */
async function clerk(): Promise<Page> {
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
  await submit(page);
  expect(page.url()).toBe(board);
  return page;
}

/** Moves by Tab to the link or button that begins with these words, and follows it. */
async function follow(page: Page, words: string): Promise<void> {
  await tabTo(page, words);
  await submit(page);
}

/** The number of companies in a lane. */
const inLane = (page: Page, lane: string): Promise<number> =>
  page.$$eval(`#${lane} .firm`, (rows) => rows.length).catch(() => 0);

test('an office closes its month by keyboard alone: every obstacle resolved from the board, every ZIP downloaded and verified; two clerks see each other’s progress', async () => {
  const page = await clerk();
  const colleague = await clerk();
  const gaps = companies.filter((_, at) => hasGap(at)).length;
  const refused = companies.filter((_, at) => hasRefused(at)).length;
  expect(await inLane(page, 'precisam')).toBe(gaps + refused);
  const lagsMs: number[] = [];

  for (let left = refused + gaps; left > 0; left -= 1) {
    const isGap = await page.$eval(
      '#precisam .hindrances a',
      (link) => link.textContent?.startsWith('Explicar') ?? false,
    );
    if (isGap) await explain(page);
    else await inutilize(page);
    const done = Date.now();
    await colleague.waitForFunction((many) => document.querySelectorAll('#precisam .firm').length < many, {}, left);
    lagsMs.push(Date.now() - done);
    await page.goto(board);
  }
  say(`${gaps} gaps and ${refused} refused notes resolved; a colleague saw each after ${told(lagsMs)}`);
  expect(await inLane(page, 'precisam')).toBe(0);

  await watchReady(colleague);
  const begun = Date.now();
  await chooseXmlAlone(page);
  await submit(page);
  for (const eyes of [page, colleague]) {
    await eyes.waitForFunction(
      (many) => document.querySelectorAll('#prontas .firm').length === many,
      {},
      companies.length,
    );
  }
  const ready = await acrossCompanies(panel.orm).execute<{ company: string; at: string }[]>(
    'select company_id as company, completed_at as at from closing where office_id = ?',
    [office.id],
  );
  const seen = await colleague.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
  const behind = ready.map(({ company, at }) => (seen[`e-${company}`] ?? Infinity) - new Date(at).getTime());
  expect(behind.every((ms) => ms < Infinity)).toBe(true);
  say(
    `${companies.length} months with ${officeSize.notes} notes closed in ${((Date.now() - begun) / 1000).toFixed(0)} s; a colleague saw each after ${told(behind)}`,
  );

  await tabTo(page, 'Baixar');
  await page.keyboard.press('Enter');
  const archive = await until('the archive is there', async () =>
    (await readdir(downloads)).find((name) => name.endsWith('.zip')),
  );
  const files = await extracted(join(downloads, archive));
  const sums = (await readFile(files.get('SHA256SUMS') ?? '', 'utf8')).trim().split('\n');
  expect(sums).toHaveLength(companies.length);
  for (const sum of sums) {
    const [sha256 = '', name = ''] = sum.split('  ');
    const check = await verifyClosing(files.get(name) ?? '', { sha256 });
    const whole = { documentCount: officeSize.notes, faultCount: 0, sha256Checked: true };
    expect({ name, ...check, faults: check.faults.slice(0, 3) }).toMatchObject({ name, ...whole, faults: [] });
  }
  const [sha256 = '', name = ''] = sums[0]!.split('  ');
  const verify = [resolve('cli/lavra.js'), 'closings', 'verify', files.get(name) ?? '', '--sha256', sha256];
  // In a folder without a local installation, whose settings would name another authority.
  const { stdout } = await promisify(execFile)(process.execPath, verify, { cwd: downloads });
  say(`${sums.length} ZIPs verified; the first by the command line: ${stdout.trim().split('\n').at(-1) ?? ''}`);
  expect(complaints).toEqual([]);
});

/** Explains the missing numbers of the first company that needs somebody. */
async function explain(page: Page): Promise<void> {
  await follow(page, 'Explicar ou inutilizar…');
  await tabTo(page, 'motivo');
  await page.keyboard.type('Outro sistema emitiu estas notas até hoje');
  await follow(page, 'Guardar a explicação');
}

/** Inutilizes the number of the refused note of the first company that needs somebody. */
async function inutilize(page: Page): Promise<void> {
  await follow(page, 'Corrigir…');
  const number = String(officeSize.notes + 1);
  await follow(page, 'Inutilizações');
  for (const [field, text] of Object.entries({ series: '1', startNumber: number, endNumber: number })) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await tabTo(page, 'justification');
  await page.keyboard.type('A venda foi desfeita antes de a nota sair');
  await follow(page, 'Inutilizar');
  await page.waitForSelector('::-p-text(Inutilizada)');
}

/** Chooses XML alone. The choice is at the end of the board, so that it and the button above it are reached backwards. */
async function chooseXmlAlone(page: Page): Promise<void> {
  await page.goto(board);
  await backTo(page, 'arquivos');
  await page.keyboard.press('ArrowDown');
  expect(await page.$eval('[name=arquivos]', (select) => (select as unknown as { value: string }).value)).toBe('xml');
  await backTo(page, 'todas');
}

/** Presses Shift and Tab until the focus is on the element with this name. */
async function backTo(page: Page, name: string): Promise<void> {
  await page.keyboard.down('Shift');
  for (let presses = 0; presses < 2_000; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
    if (focused === name) return void (await page.keyboard.up('Shift'));
  }
  throw new Error(`${name} cannot be reached by keyboard`);
}

/** Records when each company becomes ready on the open board. */
async function watchReady(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      for (const { id } of document.querySelectorAll('#prontas .firm')) seen[id] ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}

function told(timesMs: number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const of = (share: number): string =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000).toFixed(2);
  return `${of(0.5)} s in the middle, ${of(0.95)} s for 95 of 100, ${of(1)} s at most`;
}

/** Extracts the archive. @returns its files by name */
async function extracted(path: string): Promise<Map<string, string>> {
  const zip = await openZip(path);
  const files = new Map<string, string>();
  for await (const { name, read } of zip.files()) {
    const to = join(downloads, `fora-${name}`);
    await pipeline(await read(), createWriteStream(to));
    files.set(name, to);
  }
  zip.close();
  return files;
}
