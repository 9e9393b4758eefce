import axe from 'axe-core';
import type { Page } from 'puppeteer-core';

/** What axe finds wrong with a page that is open, and whether it scrolls sideways. */
export async function axeFaults(page: Page, where: string): Promise<string[]> {
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

/** Presses Tab until the focus is on what has that name or class, or what its words begin with. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((wanted: string) => {
      const focused = document.activeElement;
      const says = (focused?.textContent ?? '').replace(/\s+/g, ' ').trim();
      return focused?.getAttribute('name') === wanted || focused?.classList.contains(wanted) || says.startsWith(wanted);
    }, name);
    if (isThere) return;
  }
  throw new Error(`nothing named ${name} can be reached by keyboard`);
}
