import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { launch, type Page } from 'puppeteer-core';
import { chromiumExecutable } from '../../machine/chromium.ts';

/**
 * Takes the pictures of the panel that the docs show, from what `npm start` runs; with `--all`, every page in both schemes and two widths, to be
 * looked at after a change:
 *
 *     node tests/panel/take-pictures.ts
 *     node tests/panel/take-pictures.ts --all --to /tmp/panel
 */
const { values: asked } = parseArgs({
  options: { to: { type: 'string', default: 'docs/images' }, all: { type: 'boolean', default: false } },
});
const { panel, companyKey, api } = JSON.parse(await readFile('.lavra/running.json', 'utf8')) as Record<string, string>;
const taxId = '11222333000181';
const home = new URL(panel ?? '').origin;

/** The pages that the docs show, and those that are only looked at: what a page is called, and where it is below the company. */
const shown = { notas: 'notas', nota: await newestNote() };
const others = {
  atencao: 'atencao',
  nova: 'notas/nova?tipo=NFE',
  inutilizacoes: 'inutilizacoes',
  recebidas: 'recebidas',
  pagar: 'a-pagar',
  clientes: 'clientes',
  'cliente-novo': 'clientes/novo',
  produtos: 'produtos',
  regras: 'regras',
  modelos: 'modelos',
  transporte: 'transporte',
  comecar: 'comecar',
  certificado: 'certificado',
  ajustes: 'ajustes',
  chaves: 'chaves',
  webhooks: 'webhooks',
  entregas: 'webhooks/entregas',
  escritorio: 'escritorio',
  pessoas: 'pessoas',
  auditoria: 'auditoria',
};

const { path: executablePath, args } = await chromiumExecutable();
const browser = await launch({ executablePath, headless: 'shell', pipe: true, args });
try {
  const page = await browser.newPage();
  await signUp(page);
  await mkdir(asked.to, { recursive: true });
  for (const [name, path] of Object.entries({ ...shown, ...(asked.all ? others : {}) })) {
    await take(page, name, `${home}/e/${taxId}/${path}`);
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
    await page.goto(address, { waitUntil: 'load' });
    const end = asked.all ? `-${scheme}-${width}` : '';
    await page.screenshot({ path: join(asked.to, `panel-${name}${end}.png`), fullPage: asked.all });
  }
}

/** A person of the pictures' own, so that the demo's keeps her password. */
async function signUp(page: Page): Promise<void> {
  const email = `retratos-${Date.now()}@lavra.example`;
  const create = ['user', 'create', '--email', email, '--name', 'Ana Ribeiro', '--company', taxId, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/lavra.js', ...create]);
  const { link } = JSON.parse(stdout) as { link: string };
  await page.setJavaScriptEnabled(false);
  await page.goto(link);
  await page.type('input[name=senha]', 'cavalo bateria grampo');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

async function newestNote(): Promise<string> {
  const listed = await fetch(`${api}/v1/fiscal-documents?environment=ALL&status=AUTHORIZED&pageSize=1`, {
    headers: { authorization: `Bearer ${companyKey}` },
  });
  const { data } = (await listed.json()) as { data: { id: string }[] };
  if (!data[0]) throw new Error('issue a note first: the README has one');
  return `notas/${data[0].id}`;
}
