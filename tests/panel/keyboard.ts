import type { Page } from 'puppeteer-core';

/** Presses Tab until the focus is on what has that name or class, or what its words begin with. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((name: string) => {
      const focused = document.activeElement;
      const says = focused?.textContent?.replace(/\s+/g, ' ').trim();
      return focused?.getAttribute('name') === name || (focused?.classList.contains(name) ?? false) || (says?.startsWith(name) ?? false);
    }, wanted);
    if (isThere) return;
  }
  throw new Error(`nothing named ${wanted} can be reached by keyboard`);
}
