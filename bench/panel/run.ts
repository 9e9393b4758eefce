import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { type Ask, heads, measure, type Question, tableOf } from '../figures/requests.ts';
import { paints } from '../figures/paint.ts';
import { type FilledPanel, openFilledPanel } from './fill.ts';

const help = `npm exec -- node bench/panel/run.ts [--documents 10000,1000000] [--runs 50]

  --documents  of the one company whose pages are opened; each number is a run of its own
  --runs       how often each page is asked for, one after the other
`;
const options = {
  documents: { type: 'string', default: '10000,1000000' },
  runs: { type: 'string', default: '50' },
  help: { type: 'boolean', default: false },
} as const;

/** Measurements of each page, network and cache; the report has their median. */
const paintRuns = 5;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

function questionsOf({ base, note }: FilledPanel, documents: number): Question[] {
  const list = `${base}/notas`;
  const middle = Math.ceil(documents / 100);
  const days = [3, 30, 300].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  return [
    { what: 'floor: the account, an empty page of the same frame', paths: ['/conta'] },
    { what: 'the list', paths: [list] },
    { what: 'the list of a state', paths: ['AUTHORIZED', 'REJECTED'].map((state) => `${list}?situacao=${state}`) },
    { what: 'the list of a day', paths: days.map((day) => `${list}?de=${day}&ate=${day}`) },
    { what: 'the list in the middle', paths: [`${list}?pagina=${middle}`] },
    { what: 'a search: a sale', paths: [7, 77, 777].map((sale) => `${list}?busca=sale+${sale}`) },
    { what: 'a note with its story', paths: [note] },
  ];
}

type Load = { bytes: number; text: string };

/** What a browser gets for a page, in the encoding of the answers. */
async function loaded({ url, cookie }: FilledPanel, path: string): Promise<Load> {
  const client = new Client(url);
  const headers = { cookie, 'accept-encoding': 'br' };
  const { body } = await client.request({ method: 'GET', path, headers });
  const bytes = (await body.bytes()).length;
  await client.close();
  return { bytes, text: await (await fetch(url + path, { headers: { cookie } })).text() };
}

/** Bytes of a page and everything that it loads, by kind. */
async function weights(panel: FilledPanel, path: string): Promise<string[]> {
  const page = await loaded(panel, path);
  const sheet = /\/arquivos\/[\w.-]+\.css/.exec(page.text)?.[0] ?? '';
  const named = `${page.text} ${(await loaded(panel, sheet)).text}`;
  const paths = [...new Set(named.match(/\/arquivos\/[\w.-]+/g) ?? [])];
  const sums: Record<string, number> = { html: page.bytes, css: 0, js: 0, woff2: 0 };
  for (const each of paths) {
    const kind = each.slice(each.lastIndexOf('.') + 1);
    sums[kind] = (sums[kind] ?? 0) + (await loaded(panel, each)).bytes;
  }
  return [sums['html'], sums['css'], sums['js'], sums['woff2']].map((bytes) => ((bytes ?? 0) / 1000).toFixed(1));
}

async function report(panel: FilledPanel, documents: number, runs: number): Promise<void> {
  const client = new Client(panel.url);
  const ask: Ask = async (path) => {
    const { statusCode, body } = await client.request({ method: 'GET', path, headers: { cookie: panel.cookie } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return text;
  };
  const rows: string[][] = [];
  for (const question of questionsOf(panel, documents)) {
    const [what = '', , ...times] = await measure(question, ask, runs);
    rows.push([what, ...times, ...(await weights(panel, question.paths[0] ?? ''))]);
  }
  await client.close();
  const [what = '', , ...columns] = heads;
  print(`\n${documents.toLocaleString('en')} documents:\n`);
  print(tableOf([what, ...columns, 'HTML kB', 'CSS kB', 'JS kB', 'fonts kB'], rows));
  const pages = [
    { what: 'floor: the account', path: '/conta' },
    { what: 'the list', path: `${panel.base}/notas` },
    { what: 'a note with its story', path: panel.note },
  ];
  const { heads: paintHeads, rows: paintRows } = await paints(panel, pages, paintRuns);
  print(`\n${tableOf(paintHeads, paintRows)}`);
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  for (const documents of values.documents.split(',').map(Number)) {
    const panel = await openFilledPanel(documents, say);
    try {
      await report(panel, documents, Number(values.runs));
    } finally {
      await panel.stop();
    }
  }
  print(
    `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; ${values.runs} runs one after the other; milliseconds through HTTP, CPU of panel and PostgreSQL; bytes as they are sent, brotli.\n`,
  );
}
