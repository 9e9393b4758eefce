import axe from 'axe-core';
import type { Page } from 'puppeteer-core';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What looks at colours: all that another scheme can change. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with a page that is open, and whether it scrolls sideways. */
export async function axeFaults(page: Page, where: string, { coloursAlone = false } = {}): Promise<string[]> {
  // The page keeps it for the next look.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly = coloursAlone ? { type: 'rule', values: ofColours } : { type: 'tag', values: everything };
  const found = await page.evaluate(async (asked) => {
    const { axe: there } = window as unknown as { axe: typeof axe };
    const { violations } = await there.run(document, { runOnly: asked });
    const isWide = document.documentElement.scrollWidth > window.innerWidth;
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      ...(isWide ? ['scrolls sideways'] : []),
    ];
  }, runOnly);
  return found.map((fault) => `${where} ${fault}`);
}
