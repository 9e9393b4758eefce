import axe from 'axe-core';
import type { Page } from 'puppeteer-core';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What looks at colours: all that another scheme can change. */
const ofColours = ['color-contrast', 'link-in-text-block'];
/** What looks at sizes and places, which every width has of its own. */
const ofPlaces = ['target-size', 'scrollable-region-focusable'];

/** What a look is judged by. What is in sight is all that the other rules look at. */
export type Rules = 'EVERYTHING' | 'IN_SIGHT' | 'PLACES' | 'COLOURS';

const runOnly: Record<Rules, axe.RunOptions> = {
  EVERYTHING: { runOnly: { type: 'tag', values: everything } },
  IN_SIGHT: {
    runOnly: { type: 'tag', values: everything },
    rules: Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])),
  },
  PLACES: { runOnly: { type: 'rule', values: ofPlaces } },
  COLOURS: { runOnly: { type: 'rule', values: ofColours } },
};

/** What axe finds wrong with a page that is open. */
export async function axeFaults(page: Page, where: string, rules: Rules = 'EVERYTHING'): Promise<string[]> {
  // The page keeps it for the next look.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  // Of what is as it should be nothing has to be told.
  const options: axe.RunOptions = { ...runOnly[rules], resultTypes: ['violations'], preload: false, iframes: false };
  const found = await page.evaluate(async (asked) => {
    const { axe: there } = window as unknown as { axe: typeof axe };
    const { violations } = await there.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
  return found.map((fault) => `${where} ${fault}`);
}

/** Whether a page scrolls sideways. */
export async function sidewaysFaults(page: Page, where: string): Promise<string[]> {
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return isWide ? [`${where} scrolls sideways`] : [];
}
