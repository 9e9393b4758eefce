import { loadavg } from 'node:os';
import { launch } from 'puppeteer-core';
import { createRenderer } from '../../adapters/rendering/renderer.ts';
import { danfeHtml } from '../../domain/pages/danfe/danfe.ts';
import { danfseHtml } from '../../domain/pages/danfse/danfse.ts';
import { child, readXml, textOf } from '../../domain/xml/reader.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { authorizedXml } from '../../tests/domain/pages/danfe/authorized-xml.ts';
import { issuedNfse, parties } from '../../tests/domain/pages/danfse/issued-nfse.ts';
import { measure, median } from '../nfe/measure.ts';
import { asObjects } from '../nfe/note.ts';
import { rivals, startRivals } from './rival.ts';

/** In how many turns contestants alternate, so that other load on the machine affects all alike. */
const turns = 5;
const rounds = 20;
const warmUp = 20;
const batchSize = 50;

type Contestant = { name: string; draw: (count: number) => Promise<number[]>; sizeKb: () => number; timesMs: number[] };

const xml = authorizedXml({ items: 10, environment: '2' });
const service = issuedNfse({ environment: '2', recipient: parties.recipient, intermediary: parties.intermediary });
const { path, args } = await chromiumExecutable();
const renderer = createRenderer({ executablePath: path, args });
const others = await startRivals(rivalNote());
const plain = await launch({ executablePath: path, args, headless: 'shell' });
const page = await plain.newPage();
let floorBytes = 0;

const contestants: Contestant[] = [
  ...ours('DANFE', () => danfeHtml(xml)),
  ...ours('DANFSe', () => danfseHtml(service)),
  ...rivals.map((rival) => {
    let byteCount = 0;
    return contestant(
      rival,
      () => byteCount,
      async (count) => {
        const drawn = await others.draw(rival, count);
        byteCount = drawn.byteCount;
        return drawn.timesMs;
      },
    );
  }),
  contestant(
    'Floor: setContent and pdf of one word',
    () => floorBytes,
    (count) =>
      measure(async () => {
        await page.setContent('<p>DANFE</p>');
        floorBytes = (await page.pdf({ tagged: false })).length;
      }, count),
  ),
];

for (const { draw } of contestants) await draw(warmUp);
for (let round = 0; round < rounds; round++)
  for (const { draw, timesMs } of contestants) timesMs.push(...(await draw(turns)));
printTable();
others.stop();
await plain.close();
await renderer.close();

/** One of our forms, drawn alone and in a batch, from XML to PDF. */
function ours(form: string, draw: () => string): Contestant[] {
  const bytes = { single: 0, batch: 0 };
  return [
    contestant(
      `Lavra, ${form}, one at a time`,
      () => bytes.single,
      (count) =>
        measure(async () => {
          bytes.single = (await renderer.pdf(draw())).length;
        }, count),
    ),
    contestant(
      `Lavra, ${form}, each of a batch of ${batchSize}`,
      () => bytes.batch,
      async (count) => {
        const times = await measure(
          async () => {
            const [first] = await renderer.pdfs(drawings(draw, batchSize));
            bytes.batch = first?.length ?? 0;
          },
          Math.ceil(count / turns),
        );
        return times.map((timeMs) => timeMs / batchSize);
      },
    ),
  ];
}

function* drawings(draw: () => string, count: number): Generator<string> {
  for (let drawn = 0; drawn < count; drawn++) yield draw();
}

function contestant(name: string, byteCount: () => number, draw: Contestant['draw']): Contestant {
  return { name, draw, sizeKb: () => byteCount() / 1024, timesMs: [] };
}

function rivalNote() {
  const root = readXml(xml);
  return { xml, parsed: asObjects(root), accessKey: textOf(child(root, 'protNFe') ?? root, 'infProt', 'chNFe') ?? '' };
}

function printTable(): void {
  const [single] = contestants;
  const ours = median(single?.timesMs ?? []);
  const lines = contestants.map(({ name, timesMs, sizeKb }) => {
    const middle = median(timesMs);
    return [
      name.padEnd(40),
      middle.toFixed(1).padStart(8),
      (middle / ours).toFixed(2).padStart(7),
      sizeKb().toFixed(0).padStart(6),
    ].join(' ');
  });
  const head = [''.padEnd(40), 'ms each'.padStart(8), 'ratio'.padStart(7), 'KB'.padStart(6)].join(' ');
  process.stdout.write(
    `From the XML of a note of 10 items, or of a service, to its PDF; load average ${loadavg()[0]?.toFixed(1)}; medians of ${turns * rounds}:\n${[head, ...lines].join('\n')}\n`,
  );
}
