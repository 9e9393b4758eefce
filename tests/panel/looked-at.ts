import type { Page } from 'puppeteer-core';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { axeFaults } from './axe-faults.ts';
import { type KeptIds, rowsOf } from './page-rows.ts';

/** What a browser keeps as a file, and what only leads on: to a page that is looked at itself, or to the organization's own. */
const noPages: ReadonlySet<PageName> = new Set([
  ...(['noteFile', 'notesFile', 'noteLetter', 'noteProof', 'auditFile', 'receivedFile', 'receivedMonth'] as const),
  ...(['payablesCsv', 'importTemplate', 'portfolioReceivedCsv', 'portfolioReceivedMonth', 'closingZip'] as const),
  ...(['pastNoteFile', 'pastMonth'] as const),
  ...(['monthZips', 'allAuditFile', 'home', 'monthNow'] as const),
  ...(['providerSignIn', 'providerAnswer', 'providerConfirm'] as const),
]);

/** Pages of a company, of an office, of the installation; of nobody's place: of who is signed in to none, and of who is not signed in. */
type Place = '/e/' | '/c/' | '/o/' | 'SIGNED_IN' | 'ANYBODY';
const places: readonly Place[] = ['/e/', '/c/', '/o/'];

type Arranged = {
  place: Place;
  taxId?: string;
  kept?: Partial<KeptIds>;
  /** Where there is something to be seen of what a row knows no id of; in place of the row's own address. */
  at?: Partial<Record<PageName, string>>;
};

/**
 * Addresses of every page of a place, from the rows that say which pages there are: what has a row there is looked at here.
 *
 * @throws Error that names the pages for which nothing is arranged, so that there would be nothing to be seen
 */
export function addressesOf({ place, taxId = '', kept = {}, at = {} }: Arranged): string[] {
  const nothing = { draft: '', key: '', certificate: '', client: '', company: '' };
  const pages = Object.entries(rowsOf({ ...nothing, ...kept })).flatMap(([name, row]) => {
    if (!('get' in row) || noPages.has(name as PageName)) return [];
    const own = row.get(taxId);
    const isHere = (places.find((each) => own.startsWith(each)) ?? rightOf(name as PageName).audience) === place;
    return isHere ? [{ name, address: at[name as PageName] ?? (row.status === undefined ? own : null) }] : [];
  });
  const missing = pages.filter(({ address }) => address === null).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`nothing is arranged to be seen of ${missing.join(', ')}`);
  return pages.flatMap(({ address }) => address ?? []);
}

const looks = ['light', 'dark'].flatMap((scheme) => [1280, 360].map((width) => ({ scheme, width })));

/** What is wrong with the page that is open, by day and by night, on a desk and on a telephone. */
export async function faultsOf(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  for (const { scheme, width } of looks) {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    found.push(...(await axeFaults(page, `${address} ${width} ${scheme}`, { coloursAlone: scheme === 'dark' })));
  }
  return found;
}

/** The same of each address, which opens and leads nowhere else. */
export async function faultsAt(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    const answer = await page.goto(address);
    if (answer?.status() !== 200) found.push(`${address} answered ${answer?.status()}`);
    if (page.url() !== address) found.push(`${address} led to ${page.url()}`);
    found.push(...(await faultsOf(page, address)));
  }
  return found;
}

/** How much of the window may move while a page loads: what is painted stays where it is. */
const mostShift = 0.05;

/** Where a page moves while it loads, or is cut off by text at twice its size or by colours of the system's own. */
export async function shapeFaults(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  for (const address of addresses) {
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(address, { waitUntil: 'load' });
    const shift = await layoutShift(page);
    if (shift >= mostShift) found.push(`${address} moves by ${shift} while it loads`);
    // As a window of 1280 has it at a zoom of 200 % (WCAG 1.4.4).
    await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
    if (await isWide()) found.push(`${address} scrolls sideways at 200 %`);
    await page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
    if (await isWide()) found.push(`${address} scrolls sideways in forced colours`);
    await page.emulateMediaFeatures([]);
  }
  return found;
}

/** How far what was painted has moved since, as a share of the window (Layout Instability API). */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 50));
    return moved;
  });
}
