import type { Page } from 'puppeteer-core';
import { password } from './panel-fixture.ts';

/** Presses Tab until the focus is on an element with this name or class, or whose text begins so. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 300; presses += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((sought: string) => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return false;
      const isNamed = focused.getAttribute('name') === sought || focused.classList.contains(sought);
      return isNamed || (focused.textContent?.trim().startsWith(sought) ?? false);
    }, wanted);
    if (isThere) return;
  }
  throw new Error(`${wanted} cannot be reached by keyboard`);
}

/** Presses Enter, and waits for the next page. */
export async function submit(page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

/** Opens an invitation's link, and chooses a password: the person is signed in afterwards. */
export async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await tabTo(page, 'senha');
  await page.keyboard.type(password);
  await submit(page);
}
