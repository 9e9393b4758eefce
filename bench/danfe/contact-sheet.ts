import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from 'puppeteer-core';
import { z } from 'zod';
import { createRenderer } from '../../adapters/rendering/renderer.ts';
import { danfeHtml } from '../../domain/pages/danfe/danfe.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { shapes } from '../../tests/domain/pages/danfe/shapes.ts';
import { greyPng } from './grey-png.ts';

/**
 * Twenty notes of different shapes, printed as the product prints them and drawn side by side, to be looked at after a change of the form:
 * npm exec -- node bench/danfe/contact-sheet.ts, or one of them in large with --only <part of a name> --width 1400 --to <file>.
 */

const drawn = z.object({ widthPx: z.number(), heightPx: z.number(), greys: z.base64() });
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    width: { type: 'string', default: '720' },
    columns: { type: 'string', default: '6' },
    to: { type: 'string', default: join(import.meta.dirname, '..', '..', 'docs', 'images', 'danfe-sheet.png') },
  },
});
const named = Object.entries(shapes).filter(([name]) => name.includes(values.only));
const { path, args } = await chromiumExecutable();
const size = { columns: Math.min(Number(values.columns), named.length), cellPx: Number(values.width), pages: 2 };
const { greys, ...dots } = drawn.parse(await drawSheets(await printed(), size));
await writeFile(values.to, greyPng(dots, Buffer.from(greys, 'base64')));

async function printed(): Promise<{ name: string; pdf: string }[]> {
  const renderer = createRenderer({ executablePath: path, args });
  const pdfs = await Promise.all(
    named.map(async ([name, shape]) => {
      const { xml, options } = shape();
      return { name, pdf: (await renderer.pdf(danfeHtml(xml, options))).toString('base64') };
    }),
  );
  await renderer.close();
  return pdfs;
}

/** Draws in a browser, because pdf.js needs a canvas. */
async function drawSheets(sheets: { name: string; pdf: string }[], size: object): Promise<unknown> {
  const browser = await launch({ executablePath: path, args, headless: 'shell' });
  const page = await browser.newPage();
  const files = ['pdf.worker.min.mjs', 'pdf.min.mjs'].map((name) =>
    fileURLToPath(import.meta.resolve(`pdfjs-dist/legacy/build/${name}`)),
  );
  for (const file of [...files, join(import.meta.dirname, 'draw-sheets.js')])
    await page.addScriptTag({ type: 'module', content: await readFile(file, 'utf8') });
  await page.waitForFunction('globalThis.pdfjsLib && globalThis.pdfjsWorker && globalThis.drawSheets');
  const result = await page.evaluate(`drawSheets(${JSON.stringify(sheets)}, ${JSON.stringify(size)})`);
  await browser.close();
  return result;
}
