import axe from 'axe-core';
import type { Page } from 'puppeteer-core';

/** What axe finds in a page (WCAG 2.2 AA and best practice), and whether it scrolls sideways; `where` is told with each. */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: there } = window as unknown as { axe: typeof axe };
    const { violations } = await there.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    const isWide = document.documentElement.scrollWidth > window.innerWidth;
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      ...(isWide ? ['scrolls sideways'] : []),
    ];
  });
  return found.map((fault) => `${where} ${fault}`);
}
