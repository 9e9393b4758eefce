import { launch, type NetworkConditions, type Page, PredefinedNetworkConditions } from 'puppeteer-core';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { type Line, openSlowLine } from './slow-line.ts';

type Condition = { name: string; slowdown: number; network?: NetworkConditions; line?: Line };

/**
 * As Lighthouse has a telephone on mobile data, by the browser's emulation and by packets (its `throttling.md`: 150 ms and 1.6 Mbit/s, of
 * which the browser makes 562 ms for each request), and a slower one: `3G` is 400 kbit/s with 400 ms of latency.
 */
const conditions: Condition[] = [
  { name: 'slow 4G, CPU / 4', network: PredefinedNetworkConditions['Slow 4G'], slowdown: 4 },
  {
    name: 'slow 4G by packets, CPU / 4',
    line: { roundTripMs: 150, bitsPerSecond: 1_600_000, handshakes: 2 },
    slowdown: 4,
  },
  {
    name: '3G 400 kbit/s, CPU / 6',
    network: { download: 50_000, upload: 50_000, latency: 400 },
    slowdown: 6,
  },
];

type Paint = { first: number; shift: number };

/** The pages' base URL; `cookie` is the request header of a signed-in person. */
export type Served = { url: string; cookie?: string };

/** Measures when each page first shows something, with an empty cache and with a filled one, and how far it moves afterwards. */
export async function paints({ url: served, cookie }: Served, pages: { what: string; path: string }[], runs: number) {
  const { path, args } = await chromiumExecutable();
  const browser = await launch({ executablePath: path, headless: 'shell', pipe: true, args });
  const rows: string[][] = [];
  try {
    for (const { what, path: address } of pages) {
      for (const { name: on, network, line, slowdown } of conditions) {
        const way = line ? await openSlowLine(served, line) : null;
        const url = way?.url ?? served;
        const cold: Paint[] = [];
        const warm: Paint[] = [];
        for (let run = 0; run < runs; run += 1) {
          const context = await browser.createBrowserContext();
          const page = await context.newPage();
          const [name = '', value = ''] = cookie?.split('=') ?? [];
          if (name !== '') await context.setCookie({ name, value, domain: '127.0.0.1', path: '/' });
          await page.emulateNetworkConditions(network ?? null);
          await page.emulateCPUThrottling(slowdown);
          cold.push(await paintOf(page, url + address));
          warm.push(await paintOf(page, url + address));
          await context.close();
        }
        await way?.close();
        const shift = Math.max(...[...cold, ...warm].map((paint) => paint.shift));
        rows.push([what, on, median(cold), median(warm), shift.toFixed(3)]);
      }
    }
  } finally {
    await browser.close();
  }
  return { heads: ['', 'on', 'first paint cold', 'warm', 'most layout shift'], rows };
}

async function paintOf(page: Page, address: string): Promise<Paint> {
  await page.goto(address, { waitUntil: 'load' });
  return page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 500));
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return { first: first?.startTime ?? Number.NaN, shift };
  });
}

function median(paints: Paint[]): string {
  const sorted = paints.map(({ first }) => first).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(0);
}
