import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createRenderer } from '../../adapters/rendering/renderer.ts';
import { danfeHtml } from '../../domain/pages/danfe/danfe.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { installRivals, resultOf } from '../archives/contestants.ts';
import { files, noteBytes } from '../archives/files.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { type ClosingCost, closeMonth, closeTwo } from './close.ts';
import { addCompanies, issueSample, newOffice } from './fill.ts';

const help = `npm exec -- node bench/closing/run.ts [--companies 200] [--documents 50] [--few 20] [--alone 500] [--xml 100] [--fair 200]

  --companies  of the office that closes a month with PDFs
  --documents  of each company in the month
  --few        companies of a second office, to compare the worker's memory
  --alone      PDFs that are drawn outside, one by one and in batches
  --xml        documents of each company in the month that is closed without PDFs
  --fair       companies of each of two offices that close at the same time, three documents each
`;
const options = {
  companies: { type: 'string', default: '200' },
  documents: { type: 'string', default: '50' },
  few: { type: 'string', default: '20' },
  alone: { type: 'string', default: '500' },
  xml: { type: 'string', default: '100' },
  fair: { type: 'string', default: '200' },
  help: { type: 'boolean', default: false },
} as const;

type Line = { what: string; count: number; seconds: number; peakMb?: number; cpuMs?: number; bytes?: number };

const batch = 50;
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

function lineOf(what: string, { documents, seconds, peakMb, cpu, bytes }: ClosingCost): Line {
  const cpuMs = [...cpu].reduce((sum, [name, ms]) => (name === 'load' ? sum : sum + ms), 0) / documents;
  return { what, count: documents, seconds, peakMb, cpuMs, bytes };
}

/** Draws the same pages outside the product, with a browser of this process. */
async function drawn(count: number): Promise<Line[]> {
  const { path, args } = await chromiumExecutable();
  const renderer = createRenderer({ executablePath: path, args });
  const notes = [...files(batch)].map(({ content }) => content.toString('utf8'));
  function* htmls(): Generator<string> {
    for (const xml of notes) yield danfeHtml(xml, { orientation: 'PORTRAIT' });
  }
  await renderer.pdfs(htmls()); // the browser's start is not measured
  const inBatches = await timed(async () => {
    for (let done = 0; done < count; done += batch) await renderer.pdfs(htmls());
  });
  const few = Math.ceil(count / 2);
  const oneByOne = await timed(async () => {
    for (let done = 0; done < few; done += 1) {
      await renderer.pdf(danfeHtml(notes[done % batch] ?? '', { orientation: 'PORTRAIT' }));
    }
  });
  await renderer.close();
  return [
    { what: `renderer.pdfs alone, ${batch} at a time`, count: Math.ceil(count / batch) * batch, seconds: inBatches },
    { what: 'one by one', count: few, seconds: oneByOne },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function withPdfs(
  installation: Installation,
  sample: string,
  { companies, documents, few, alone }: Record<'companies' | 'documents' | 'few' | 'alone', number>,
): Promise<Line[]> {
  const both = { includeXml: true, includePdf: true };
  const lines: Line[] = [];
  for (const count of [few, companies]) {
    const office = await newOffice(installation.orm);
    await addCompanies(installation.orm, { office, sample, count, documents });
    say(`closing ${count} companies of ${documents} documents with PDFs, load average ${loadavg()[0]?.toFixed(1)}`);
    const what = `Lavra: ${count} companies × ${documents} documents, XML and PDF`;
    lines.push(lineOf(what, await closeMonth(installation, office, both)));
  }
  say('drawing the same outside');
  return [...lines.toReversed(), ...(await drawn(alone))];
}

async function withoutPdfs(
  installation: Installation,
  sample: string,
  { companies, xml }: Record<'companies' | 'xml', number>,
): Promise<Line[]> {
  const office = await newOffice(installation.orm);
  await addCompanies(installation.orm, { office, sample, count: companies, documents: xml });
  say(`closing ${companies} companies of ${xml} documents without PDFs`);
  const own = await closeMonth(installation, office, { includeXml: true, includePdf: false });
  const count = companies * xml;
  const { seconds } = await resultOf('rival.js', 'yazl-deflated', count);
  return [
    lineOf(`Lavra: ${companies} companies × ${xml} documents, XML alone`, own),
    { what: 'yazl 3.3.1 deflating them from memory', count, seconds },
  ];
}

/** Measures two offices with as many companies each: the second asks when the first has its first ZIP. */
async function fairness(installation: Installation, sample: string, count: number): Promise<string> {
  const offices = [await newOffice(installation.orm), await newOffice(installation.orm)] as const;
  for (const office of offices) await addCompanies(installation.orm, { office, sample, count, documents: 3 });
  say(`two offices close ${count} companies each`);
  const [one, other] = await closeTwo(installation, [...offices]);
  const words = ({ first, last }: typeof one): string =>
    `${first.toFixed(1)} s to its first ZIP, ${last.toFixed(1)} to its last`;
  return `Two offices of ${count} companies × 3 documents, XML alone: ${words(one)}; of the second, which asked after that, ${words(other)}.`;
}

const heads = ['', 'documents a second', 'to Lavra', 'CPU each, ms', 'MB', "worker's peak, MB"];

function tableOf(lines: Line[]): string {
  const rate = ({ count, seconds }: Line): number => count / seconds;
  const first = lines[0] ? rate(lines[0]) : Number.NaN;
  const rows = lines.map((line) => {
    const { what, cpuMs, bytes, peakMb } = line;
    const shown = [rate(line), rate(line) / first, cpuMs, bytes && bytes / 1e6, peakMb];
    const places = [1, 2, 1, 1, 0];
    return [what, ...shown.map((value, at) => (value === undefined ? '-' : value.toFixed(places[at])))];
  });
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  installRivals();
  const sizes = {
    companies: Number(values.companies),
    documents: Number(values.documents),
    few: Number(values.few),
    alone: Number(values.alone),
    xml: Number(values.xml),
    fair: Number(values.fair),
  };
  const installation = await openInstallation(say);
  try {
    const sample = await issueSample(installation);
    const load = loadavg()[0]?.toFixed(1);
    const drawnLines = await withPdfs(installation, sample, sizes);
    const xmlLines = await withoutPdfs(installation, sample, sizes);
    const fairLine = await fairness(installation, sample, sizes.fair);
    print(
      `\nNotes of ${noteBytes} bytes; ${availableParallelism()} cores for everything, load average ${load} at the start, Node ${process.versions.node}.\n`,
    );
    print(`${tableOf(drawnLines)}\n\n${tableOf(xmlLines)}\n\n${fairLine}`);
  } finally {
    await installation.stop();
  }
}
