import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

/** The folder for screenshots, if somebody wants to look at the pages: `LAVRA_PICTURES=<folder> npm test -- tests/panel/browser.test.ts`. */
const folder = process.env['LAVRA_PICTURES'];

/** Saves a screenshot of the page, named after its address, if `LAVRA_PICTURES` is set. */
export async function takePicture(page: Page, address: string, look: string): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const name = `${address.replace(/^https?:\/\/[^/]*\//, '')} ${look}`.replaceAll(/[^\p{L}\d%]+/gu, '-');
  await page.screenshot({ path: join(folder, `${name.slice(-200)}.png`), fullPage: true });
}
