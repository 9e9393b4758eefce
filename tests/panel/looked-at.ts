import type { Page } from 'puppeteer-core';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { axeFaults, type Rules, sidewaysFaults } from './axe-faults.ts';
import { type KeptIds, rowsOf } from './page-rows.ts';
import { takePicture } from '../support/checks/pictures.ts';

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

/** How much of the window may move while a page loads: what is painted stays where it is. */
const mostShift = 0.05;

const desk = { width: 1280, height: 900 };
const telephone = { width: 360, height: 800 };
/** As a window of 1280 has it at a zoom of 200 % (WCAG 1.4.4). */
const twice = { width: 640, height: 450, deviceScaleFactor: 2 };

/**
 * What is wrong with the page that is open, by day and by night, on a desk and on a telephone, at twice its size and in colours of the system's own.
 * By day on a desk every rule is asked; each further look is asked for what it has of its own, which most of it shares with looks of pages before.
 */
export async function faultsOf(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string, rules: readonly Rules[]): Promise<void> => {
    for (const each of rules) found.push(...(await axeFaults(page, `${address} ${name}`, each)));
    await takePicture(page, address, name);
    found.push(...(await sidewaysFaults(page, `${address} ${name}`)));
  };
  await show(page, desk, 'light');
  await ofColours(page, 'light');
  await look('on a desk', ['EVERYTHING']);
  await show(page, desk, 'dark');
  await look('on a desk by night', await ofColours(page, 'dark'));
  await show(page, telephone, 'dark');
  await look('on a telephone by night', await ofColours(page, 'dark'));
  await show(page, telephone, 'light');
  await look('on a telephone', [await ofSight(page), ...(await ofColours(page, 'light'))]);
  await page.setViewport(twice);
  await look('at 200 %', []);
  await page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
  await look('in forced colours', []);
  await page.emulateMediaFeatures([]);
  return found;
}

async function show(page: Page, window: typeof desk, scheme: 'light' | 'dark'): Promise<void> {
  await page.setViewport(window);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
}

/** The same of each address, which opens, leads nowhere else, and does not move while it loads. */
export async function faultsAt(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    await show(page, desk, 'light');
    const answer = await page.goto(address);
    if (answer?.status() !== 200) found.push(`${address} answered ${answer?.status()}`);
    if (page.url() !== address) found.push(`${address} led to ${page.url()}`);
    const shift = await layoutShift(page);
    if (shift >= mostShift) found.push(`${address} moves by ${shift} while it loads`);
    found.push(...(await faultsOf(page, address)));
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

/** What was judged by now in this process: parts of pages that come into sight or go out of it, and texts on their grounds. */
const judged = new Set<string>();

/** Asked where a text of a part of a page stands on a ground, in a colour and a size, in which none stood before. */
async function ofColours(page: Page, scheme: string): Promise<Rules[]> {
  const { texts } = await page.evaluate(partsInSight);
  return isNew(texts.map((text) => `${scheme} ${text}`)) ? ['COLOURS'] : [];
}

/** What else is in sight is asked for where a part was there on the desk and is not here, or the other way round, that was so on no page before. */
async function ofSight(page: Page): Promise<Rules> {
  const { turned } = await page.evaluate(partsInSight);
  return isNew(turned) ? 'IN_SIGHT' : 'PLACES';
}

/** Whether one of them has not been judged; they are from now on. */
function isNew(parts: readonly string[]): boolean {
  const before = judged.size;
  for (const part of parts) judged.add(part);
  return judged.size > before;
}

/** Runs in the page. */
function partsInSight(): { texts: string[]; turned: string[] } {
  const kept = window as unknown as { seenOnDesk?: Map<Element, boolean> };
  const before = kept.seenOnDesk;
  const now = new Map<Element, boolean>();
  const [texts, turned] = [new Set<string>(), new Set<string>()];
  const walk = (element: Element, path: string, ground: string): void => {
    const isSeen = element.checkVisibility({ visibilityProperty: true });
    const at = `${path.split('>').slice(-4).join('>')}>${element.tagName}.${element.getAttribute('class') ?? ''}`;
    now.set(element, isSeen);
    if (before && before.get(element) !== isSeen) turned.add(`${at} ${isSeen}`);
    const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(element);
    const own = backgroundColor === 'rgba(0, 0, 0, 0)' ? ground : backgroundColor;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
    if (isSeen && hasText) texts.add([at, own, color, fontSize, fontWeight].join(' '));
    for (const child of element.children) walk(child, at, own);
  };
  walk(document.body, '', '');
  kept.seenOnDesk ??= now;
  return { texts: [...texts], turned: [...turned] };
}
