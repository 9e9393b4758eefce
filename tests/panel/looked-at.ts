import type { Page } from 'puppeteer-core';
import { type PageName, rightOf } from '../../panel/rights.ts';
import { axeFaults, type Rules, withAxe } from './axe-faults.ts';
import { type KeptIds, rowsOf } from './page-rows.ts';
import { takePicture } from '../support/checks/pictures.ts';

/** Names of routes that show no page: files, and redirects to pages that are looked at themselves, or to the organization's sign-in. */
const noPages: ReadonlySet<PageName> = new Set([
  ...(['noteFile', 'notesFile', 'noteLetter', 'noteProof', 'auditFile', 'receivedFile', 'receivedMonth'] as const),
  ...(['payablesCsv', 'importTemplate', 'portfolioReceivedCsv', 'portfolioReceivedMonth', 'closingZip'] as const),
  ...(['pastNoteFile', 'pastMonth'] as const),
  ...(['monthZips', 'allAuditFile', 'home', 'monthNow'] as const),
  ...(['providerSignIn', 'providerAnswer', 'providerConfirm'] as const),
]);

/** Where a page belongs: to a company, an office or the installation; otherwise to any signed-in person, or to anybody. */
type Place = '/e/' | '/c/' | '/o/' | 'SIGNED_IN' | 'ANYBODY';
const places: readonly Place[] = ['/e/', '/c/', '/o/'];

type Arranged = {
  place: Place;
  taxId?: string;
  kept?: Partial<KeptIds>;
  /** Addresses that replace a row's own, if the row knows no id of something to be seen. */
  at?: Partial<Record<PageName, string>>;
};

/**
 * Addresses of every page of a place, from the rows of all pages.
 *
 * @throws Error with the names of pages for which nothing is arranged, so that there would be nothing to see
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

/** The largest share of the window that may move while a page loads. */
const mostShift = 0.05;

const desk = { width: 1280, height: 900 };
const telephone = { width: 360, height: 800 };
/** A window of 1280 pixels at a zoom of 200 % (WCAG 1.4.4). */
const twice = { width: 640, height: 450, deviceScaleFactor: 2 };

/**
 * The faults of the open page: in the light and dark colour schemes, on a desk and on a telephone, at twice its size, and in forced
 * colours. In the light scheme on a desk every rule is checked; each other look is checked only for what no look before had.
 */
export async function faultsOf(page: Page, address: string): Promise<string[]> {
  await page.setViewport(desk);
  await show(page, 'light');
  return looksOf(page, address);
}

/** The same for each address, which must open, not redirect, and not move while it loads. */
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

/** Looks at a page that is in the light scheme on a desk; from look to look only the difference is set. */
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

/** Without animations, because an element that fades in would be checked by its present colour. */
const still = { name: 'prefers-reduced-motion', value: 'reduce' };

async function show(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, still]);
}

/** How much of the window has moved since it was painted (Layout Instability API), after three more frames. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    for (let frames = 0; frames < 3; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    // The observer is called in a task of its own, after the frame.
    await new Promise((told) => setTimeout(told));
    return moved;
  });
}

/** What this process has already checked: parts of pages that appear or disappear, and texts on their backgrounds. */
const judged = new Set<string>();

/** Whether one of these is not checked yet; they count as checked from now on. */
function isNew(parts: readonly string[]): boolean {
  const before = judged.size;
  for (const part of parts) judged.add(part);
  return judged.size > before;
}

/**
 * Texts of a page's parts, each with background, colour, size and weight; parts that appear or disappear against the desk; and whether the
 * page scrolls sideways.
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
