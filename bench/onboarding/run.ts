import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { lavraItself } from '../../domain/audit/actor.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { createPerson } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';
import { percentile } from '../figures/percentile.ts';
import { tableOf } from '../figures/requests.ts';
import { type Installation, openInstallation } from '../installation.ts';

const help = `npm exec -- node bench/onboarding/run.ts [--runs 10]

  --runs  companies that are taken on, one after the other, each by somebody new in a browser of her own
`;
const options = { runs: { type: 'string', default: '10' }, help: { type: 'boolean', default: false } } as const;

/** The aim: seconds from the link of an invitation to a key on the screen. */
const aimSeconds = 30;
const waitMs = 120_000;
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The steps in their order, by the names in the report. */
const told = [
  'the password, by the link of the invitation',
  'the certificate',
  'the company, the regime and its taxes, the numbers',
  'the exam, which asks the authority as the company',
  'the test note, until AUTHORIZED is seen',
  'the key of the system that will issue',
] as const;
type Times = Record<(typeof told)[number], number>;

type Newcomer = { taxId: string; token: string; file: string };
type Place = { installation: Installation; folder: string };

/** A company as an operator creates it, the invitation of its administrator, and the file of its certificate. */
async function newcomer({ installation, folder }: Place, at: number): Promise<Newcomer> {
  const { orm, simulator } = installation;
  const taxId = cnpjOf(72_000_000 + at);
  const name = `Loja ${at}`;
  const { taxRegime, address } = demoCompany;
  const { id: companyId } = await createCompany(acrossCompanies(orm), { taxId, name, taxRegime, address });
  const asked = { email: `loja${at}@example.com`, name: 'Bia', companyId, role: 'COMPANY_ADMIN' } as const;
  const { token } = await createPerson(orm, asked, lavraItself);
  const ordered = await fetch(`${simulator}/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taxId, name, password: 'segredo' }),
  });
  const { pfx } = (await ordered.json()) as { pfx: string };
  const file = join(folder, `${taxId}.pfx`);
  await writeFile(file, Buffer.from(pfx, 'base64'));
  return { taxId, token: token ?? '', file };
}

/** Clicks the link or button with these words, and waits for the next page. */
async function press(page: Page, words: string): Promise<void> {
  const click = page.$$eval(
    'main a, main button',
    (all, wanted) => {
      const found = all.find(({ textContent }) => textContent?.includes(wanted));
      if (!found) throw new Error(`nothing says ${wanted}: ${document.querySelector('main')?.textContent}`);
      (found as unknown as { click(): void }).click();
    },
    words,
  );
  await Promise.all([page.waitForNavigation(), click]);
}

async function fill(page: Page, name: string, words: string): Promise<void> {
  await page.locator(`[name="${name}"]`).fill(words);
}

/** Takes somebody's first steps, as fast as the pages come. @returns seconds of each step */
async function onboarded(browser: Browser, panel: string, { taxId, token, file }: Newcomer): Promise<Times> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  const times: number[] = [];
  let last = performance.now();
  const lap = (): void => {
    const now = performance.now();
    times.push((now - last) / 1000);
    last = now;
  };
  await page.goto(`${panel}/senha/${token}`);
  await fill(page, 'senha', 'cavalo bateria grampo');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  lap();
  await page.goto(`${panel}/e/${taxId}/comecar`);
  await press(page, 'Começar');
  const input = await page.$('input[type="file"]');
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
  await fill(page, 'senha', 'segredo');
  await press(page, 'Adicionar o certificado');
  lap();
  await fill(page, 'stateRegistration', demoCompany.stateRegistration);
  await press(page, 'Guardar e continuar');
  await fill(page, 'taxDefaults.icmsRate', '18');
  await press(page, 'Guardar e continuar');
  await fill(page, 'ultimo-55', '41');
  await press(page, 'Guardar e continuar');
  lap();
  await press(page, 'Não vendo no balcão');
  await press(page, 'Continuar');
  lap();
  await press(page, 'Emitir a nota de teste');
  await page.waitForSelector('.notice [data-state="AUTHORIZED"]');
  lap();
  await press(page, 'Continuar');
  await press(page, 'Criar e mostrar a chave');
  await page.waitForSelector('::-p-text(ck_)');
  lap();
  await context.close();
  return Object.fromEntries(told.map((what, at) => [what, times[at] ?? Number.NaN])) as Times;
}

function report(all: Times[]): void {
  const rowOf = (what: string, seconds: number[]): string[] => [
    what,
    ...[percentile(seconds, 0.5), percentile(seconds, 0.95), Math.max(...seconds)].map((each) => each.toFixed(1)),
  ];
  const totals = all.map((times) => Object.values(times).reduce((sum, each) => sum + each, 0));
  const rows = [
    ...told.map((what) =>
      rowOf(
        what,
        all.map((times) => times[what]),
      ),
    ),
    rowOf('from the invitation to the key', totals),
  ];
  print(`\n${tableOf(['', 'p50', 'p95', 'most'], rows)}`);
  const verdict = Math.max(...totals) <= aimSeconds ? 'held' : 'missed';
  print(`\nThe aim, ${aimSeconds} s at most, is ${verdict}. ${all.length} companies, one after the other; seconds.`);
  print(`${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end.\n`);
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-onboarding-'));
  const installation = await openInstallation(say);
  const { path: executablePath, args } = await chromiumExecutable();
  const browser = await launch({ executablePath, headless: 'shell', pipe: true, args });
  try {
    const all: Times[] = [];
    for (let at = 0; at < Number(values.runs); at += 1) {
      const somebody = await newcomer({ installation, folder }, at);
      all.push(await onboarded(browser, installation.panel, somebody));
      say(`${at + 1} of ${values.runs}`);
    }
    report(all);
  } finally {
    await browser.close();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
