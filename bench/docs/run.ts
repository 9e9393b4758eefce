import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { launch } from 'puppeteer-core';
import { paints } from '../figures/paint.ts';
import { type Ask, heads, measure, tableOf } from '../figures/requests.ts';
import { openInstallation } from '../installation.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';

const help = `npm exec -- node bench/docs/run.ts [--runs 50] [--paints 5]

  --runs    how often each page of the documentation is asked for, one after the other
  --paints  how often each is opened by a browser on a slow line, of which the median is told
`;
const options = {
  runs: { type: 'string', default: '50' },
  paints: { type: 'string', default: '5' },
  help: { type: 'boolean', default: false },
} as const;

const pages = [
  { what: 'floor: a short page of the same frame', path: '/docs/erros/not_found' },
  { what: 'the first page', path: '/docs' },
  { what: 'a guide', path: '/docs/guias/emitir-nfe' },
  { what: 'a rejection', path: '/docs/rejeicoes/778' },
  { what: 'a search', path: '/docs/busca?q=cancelar+nota' },
  { what: 'the list of calls', path: '/docs/referencia' },
  { what: 'a call', path: '/docs/referencia/createFiscalDocument' },
];

/** What a browser gets for each page and everything that it loads: kB, and number of answers. */
async function weights(url: string): Promise<Map<string, string[]>> {
  const { path: executablePath, args } = await chromiumExecutable();
  const browser = await launch({ executablePath, headless: 'shell', pipe: true, args });
  const found = new Map<string, string[]>();
  try {
    for (const { path } of pages) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.goto(url + path, { waitUntil: 'networkidle0' });
      const sizes = await page.evaluate(() =>
        (
          [
            ...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource'),
          ] as PerformanceResourceTiming[]
        ).map(({ transferSize }) => transferSize),
      );
      const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      found.set(path, [kB.toFixed(1), String(sizes.length)]);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return found;
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const installation = await openInstallation(() => {});
  try {
    const { api } = installation;
    const client = new Client(api);
    const ask: Ask = async (path) => {
      const { statusCode, body } = await client.request({ method: 'GET', path, headers: { 'accept-encoding': 'br' } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      return '';
    };
    const sent = await weights(api);
    const rows: string[][] = [];
    for (const { what, path } of pages) {
      const [, , ...times] = await measure({ what, paths: [path] }, ask, Number(values.runs));
      rows.push([what, ...times, ...(sent.get(path) ?? [])]);
    }
    await client.close();
    const [what = '', , ...columns] = heads;
    process.stdout.write(`${tableOf([what, ...columns, 'kB with all it loads', 'answers'], rows)}\n`);
    const painted = await paints({ url: api }, pages, Number(values.paints));
    process.stdout.write(`\n${tableOf(painted.heads, painted.rows)}\n`);
    process.stdout.write(
      `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end; milliseconds, ${values.runs} runs one after the other; bytes as they are sent.\n`,
    );
  } finally {
    await installation.stop();
  }
}
