import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

/** Where whoever looks herself wants a picture of every look: `LAVRA_PICTURES=<folder> npm test -- tests/panel/browser.test.ts`. */
const folder = process.env['LAVRA_PICTURES'];

/** Keeps a picture of a page as it is seen, named after its address, where one is wanted. */
export async function takePicture(page: Page, address: string, look: string): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const name = `${address.replace(/^https?:\/\/[^/]*\//, '')} ${look}`.replaceAll(/[^\p{L}\d%]+/gu, '-');
  await page.screenshot({ path: join(folder, `${name.slice(-200)}.png`), fullPage: true });
}
