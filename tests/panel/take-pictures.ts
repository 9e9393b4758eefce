import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { launch, type Page } from 'puppeteer-core';
import { demoCompany, demoOffice } from '../../local/demo/companies.ts';
import { thisMonth } from '../../local/demo/closing.ts';
import { localSettings } from '../../local/settings.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { monthInDigits } from '../../domain/month.ts';

/**
 * Takes the screenshots of the panel in the docs, from what `npm run demo -- panel` keeps running; with `--all`, pages of every place in
 * both colour schemes and two widths, to be looked at after a change:
 *
 *     LAVRA_HOME=.lavra/demo node tests/panel/take-pictures.ts
 *     LAVRA_HOME=.lavra/demo node tests/panel/take-pictures.ts --all --to /tmp/panel
 *
 * Without LAVRA_HOME from what `npm start` runs.
 */
const { values: asked } = parseArgs({
  options: { to: { type: 'string', default: 'docs/images' }, all: { type: 'boolean', default: false } },
});
const running = join(localSettings().home, 'running.json');
const { panel, companyKey, api } = JSON.parse(await readFile(running, 'utf8')) as Record<string, string>;
const home = new URL(panel ?? '').origin;
const { taxId } = demoCompany;
const month = monthInDigits(thisMonth());

/** Pages by the names of their screenshots: paths below a place. */
type Pages = Record<string, string>;
type Place = { base: string; shown: Pages; others: Pages };

const company: Place = {
  base: `/e/${taxId}/`,
  shown: { notas: 'notas', nota: await newestNote() },
  others: {
    ...{ atencao: 'atencao', nova: 'notas/nova?tipo=NFE', inutilizacoes: 'inutilizacoes', recebidas: 'recebidas' },
    ...{ pagar: 'a-pagar', clientes: 'clientes', 'cliente-novo': 'clientes/novo', produtos: 'produtos' },
    ...{ regras: 'regras', modelos: 'modelos', transporte: 'transporte', comecar: 'comecar' },
    ...{ certificado: 'certificado', ajustes: 'ajustes', chaves: 'chaves', webhooks: 'webhooks' },
    ...{ entregas: 'webhooks/entregas', escritorio: 'escritorio', pessoas: 'pessoas', auditoria: 'auditoria' },
    ...{ integracao: 'integracao', 'integracao-eventos': 'integracao/eventos', simulador: 'integracao/simulador' },
  },
};

const office: Place = {
  base: `/c/${demoOffice.taxId}/`,
  shown: { fechamento: `fechamento/${month}` },
  others: {
    ...{ empresas: 'empresas', prontidao: 'prontidao', recebidas: 'recebidas', vinculos: 'vinculos' },
    ...{ pessoas: 'pessoas', chaves: 'chaves', webhooks: 'webhooks', entregas: 'webhooks/entregas' },
  },
};

const installation: Place = {
  base: '/o/',
  shown: { atencao: 'atencao' },
  others: {
    ...{
      autoridades: 'autoridades',
      empresas: 'empresas',
      empresa: `empresas/${taxId}`,
      'empresa-nova': 'empresas/nova',
    },
    ...{ cota: `empresas/${taxId}/cota`, regime: `empresas/${taxId}/regime` },
    ...{
      'certificado-da-empresa': `empresas/${taxId}/certificado`,
      escritorios: 'escritorios',
      escritorio: `escritorios/${demoOffice.taxId}`,
    },
    ...{ contas: 'contas', pessoas: 'pessoas', auditoria: 'auditoria', entregas: 'entregas' },
    ...{ contingencia: `autoridades/${taxId}`, certificados: 'certificados', cotas: 'cotas' },
    ...{ tabelas: 'tabelas', ensaio: 'tabelas/ensaio', saude: 'saude' },
  },
};

/** The prefixes of the screenshots of each place; those of a company have none. */
const places: [prefix: string, place: Place][] = [
  ['', company],
  ['escritorio-', office],
  ['instalacao-', installation],
];

const { path: executablePath, args } = await chromiumExecutable();
const browser = await launch({ executablePath, headless: 'shell', pipe: true, args });
try {
  const page = await browser.newPage();
  await mkdir(asked.to, { recursive: true });
  if (asked.all) {
    for (const [name, path] of Object.entries({ entrar: '/entrar', senha: '/senha', portal: await portalLink() })) {
      await take(page, name, home + path);
    }
  }
  await signUp(page);
  for (const [prefix, { base, shown, others }] of places) {
    for (const [name, path] of Object.entries({ ...shown, ...(asked.all ? others : {}) })) {
      await take(page, `${prefix}${name}`, home + base + path);
    }
  }
  if (asked.all) await take(page, 'conta', `${home}/conta`);
} finally {
  await browser.close();
}

async function take(page: Page, name: string, address: string): Promise<void> {
  const looks = asked.all
    ? ['light', 'dark'].flatMap((scheme) => [1280, 360].map((width) => ({ scheme, width })))
    : [{ scheme: 'light', width: 1280 }];
  for (const { scheme, width } of looks) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const answer = await page.goto(address, { waitUntil: 'load' });
    if (answer?.status() !== 200) throw new Error(`${address} answered ${answer?.status()}: is the demo's story told?`);
    const end = asked.all ? `-${scheme}-${width}` : '';
    await page.screenshot({ path: join(asked.to, `panel-${name}${end}.png`), fullPage: asked.all });
  }
}

/** Signs up a person for the screenshots, with access to every place, so that the demo's person keeps her password. */
async function signUp(page: Page): Promise<void> {
  const who = ['--email', `retratos-${Date.now()}@lavra.example`, '--name', 'Ana Ribeiro', '--json'];
  const links: string[] = [];
  for (const where of [['--company', taxId], ['--office', demoOffice.taxId], ['--operator']]) {
    const create = ['cli/lavra.js', 'user', 'create', ...who, ...where];
    const { stdout } = await promisify(execFile)(process.execPath, create);
    links.push((JSON.parse(stdout) as { link: string }).link);
  }
  await page.setJavaScriptEnabled(false);
  await page.goto(links.at(-1) ?? '');
  await page.type('input[name=senha]', 'cavalo bateria grampo');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

async function newestNote(): Promise<string> {
  const { data } = await called<{ data: { id: string }[] }>(
    '/v1/fiscal-documents?environment=ALL&status=AUTHORIZED&pageSize=1',
  );
  if (!data[0]) throw new Error('issue a note first: the README has one');
  return `notas/${data[0].id}`;
}

/** The path of a link by which the company's own system opens its panel. */
async function portalLink(): Promise<string> {
  const { url } = await called<{ url: string }>('/v1/portal-links', { personName: 'Maria Souza', role: 'READER' });
  return new URL(url).pathname;
}

async function called<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${companyKey}`, 'content-type': 'application/json' };
  const asking = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`${api}${path}`, asking);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}
