import type { Page } from 'puppeteer-core';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { axeFaults, type Rules, withAxe } from './axe-faults.ts';
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
  await page.setViewport(desk);
  await show(page, 'light');
  return looksOf(page, address);
}

/** The same of each address, which opens, leads nowhere else, and does not move while it loads. */
export async function faultsAt(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await withAxe(page, async () => {
    for (const address of addresses) {
      await page.setViewport(desk);
      await show(page, 'light');
      const answer = await page.goto(address);
      if (answer?.status() !== 200) found.push(`${address} answered ${answer?.status()}`);
      if (page.url() !== address) found.push(`${address} led to ${page.url()}`);
      const shift = await layoutShift(page);
      if (shift >= mostShift) found.push(`${address} moves by ${shift} while it loads`);
      found.push(...(await looksOf(page, address)));
    }
  });
  return found;
}

/** Looks at a page that is shown by day on a desk; what differs from one look to the next is changed alone. */
async function looksOf(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string, rulesFor: (seen: Seen) => Rules | null): Promise<void> => {
    const seen = await page.evaluate(partsInSight);
    const rules = rulesFor(seen);
    if (rules) found.push(...(await axeFaults(page, `${address} ${name}`, rules)));
    await takePicture(page, address, name);
    if (seen.isWide) found.push(`${address} ${name} scrolls sideways`);
  };
  const colours = (scheme: string, { texts }: Seen): boolean => isNew(texts.map((text) => `${scheme} ${text}`));
  await look('on a desk', (seen) => {
    colours('light', seen);
    return 'EVERYTHING';
  });
  await show(page, 'dark');
  await look('on a desk by night', (seen) => (colours('dark', seen) ? 'COLOURS' : null));
  await page.setViewport(telephone);
  await look('on a telephone by night', (seen) => (colours('dark', seen) ? 'COLOURS' : null));
  await show(page, 'light');
  await look('on a telephone', (seen) => {
    const [areColoursNew, isSightNew] = [colours('light', seen), isNew(seen.turned)];
    if (isSightNew) return areColoursNew ? 'EVERYTHING' : 'IN_SIGHT';
    return areColoursNew ? 'PLACES_AND_COLOURS' : 'PLACES';
  });
  await page.setViewport(twice);
  await look('at 200 %', () => null);
  await page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }, still]);
  await look('in forced colours', () => null);
  await page.emulateMediaFeatures([]);
  return found;
}

/** What fades in would be judged by the colour that it has just then. */
const still = { name: 'prefers-reduced-motion', value: 'reduce' };

async function show(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, still]);
}

/** How far what was painted has moved since, as a share of the window (Layout Instability API), once three more frames are drawn. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    for (let frames = 0; frames < 3; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    // What is observed is told in a task of its own, behind the frame.
    await new Promise((told) => setTimeout(told));
    return moved;
  });
}

/** What was judged by now in this process: parts of pages that come into sight or go out of it, and texts on their grounds. */
const judged = new Set<string>();

/** Whether one of them has not been judged; they are from now on. */
function isNew(parts: readonly string[]): boolean {
  const before = judged.size;
  for (const part of parts) judged.add(part);
  return judged.size > before;
}

/**
 * Texts of parts of a page, each on its ground, in its colour, size and weight; parts that are there and were not on the desk, or the other way
 * round; and whether the page scrolls sideways.
 */
type Seen = { texts: string[]; turned: string[]; isWide: boolean };

/** Runs in the page. */
function partsInSight(): Seen {
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
  const isWide = document.documentElement.scrollWidth > window.innerWidth;
  return { texts: [...texts], turned: [...turned], isWide };
}
