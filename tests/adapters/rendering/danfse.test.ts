import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { danfseHtml } from '../../../domain/pages/danfse/danfse.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import {
  issuedNfse,
  longestNfse,
  parties,
  type SampleNfse,
  sampleNfseKey,
} from '../../domain/pages/danfse/issued-nfse.ts';
import { overlapsOf } from './overlaps.ts';
import { fontNames, printed } from './printed.ts';
import { readQrCode } from './read-qr-code.ts';

let renderer: Renderer;
beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath: path, args });
});
afterAll(() => renderer.close());

const cancelled = { protocol: '', at: '2026-11-21T18:00:00-03:00' };
const frame = { left: 0.2, top: 0.2, right: 20.8, bottom: 29.5 };

test.each<[string, SampleNfse]>([
  ['an ordinary note', {}],
  ['everybody there is', { recipient: parties.recipient, intermediary: parties.intermediary }],
  ['as little as possible', { taker: null, hasReform: false, federal: '', competence: '2027-01-01' }],
  ['the longest texts', longestNfse],
  ['a description of line breaks', { ...longestNfse, description: 'W\n'.repeat(999) + 'W' }],
])('%s is one A4 sheet in Arimo, its texts within the frame and clear of each other', async (_, sample) => {
  const pdf = await renderer.pdf(danfseHtml(issuedNfse(sample)));
  expect(fontNames(pdf)).toEqual(['Arimo-Bold', 'Arimo-Regular']);
  const pages = await printed(pdf);
  expect(pages.map(({ widthCm, heightCm }) => [widthCm.toFixed(1), heightCm.toFixed(1)])).toEqual([['21.0', '29.7']]);
  const texts = pages[0]?.texts ?? [];
  expect(texts.length).toBeGreaterThan(60);
  for (const { text, leftCm, topCm, widthCm, sizeCm } of texts) {
    const isInside =
      leftCm > frame.left && leftCm + widthCm < frame.right && topCm - sizeCm > frame.top && topCm < frame.bottom;
    expect({ text, isInside }).toEqual({ text, isInside: true });
  }
  expect(overlapsOf(texts)).toEqual([]);
});

test.each([
  ['1', 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave='],
  ['2', 'https://www.producaorestrita.nfse.gov.br/ConsultaPublica/?tpc=1&chave='],
] as const)(
  'a reader finds in the printed QR code, in environment %s, the page of the note',
  async (environment, page) => {
    for (const issuerTaxId of ['11222333000181', '12ABC34501DE35']) {
      const { text, widthCm } = await readQrCode(
        await renderer.pdf(danfseHtml(issuedNfse({ environment, issuerTaxId }))),
      );
      expect(text).toBe(`${page}${sampleNfseKey({ issuerTaxId })}`);
      expect(widthCm).toBeGreaterThanOrEqual(1.52);
    }
  },
);

test.each([
  ['CANCELADA', cancelled],
  ['SUBSTITUÍDA', { ...cancelled, isReplaced: true }],
] as const)('%s is printed across the sheet in grey, behind its text, of 50 points or more', async (word, options) => {
  const pdf = await renderer.pdf(danfseHtml(issuedNfse(), { cancelled: options }));
  const [sheet] = await printed(pdf);
  const crossing = sheet?.texts.filter(({ isTurned }) => isTurned) ?? [];
  expect(crossing.map(({ text }) => text).join('')).toBe(word);
  for (const { sizeCm } of crossing) expect((sizeCm / 2.54) * 72).toBeGreaterThanOrEqual(50);
  expect(sheet?.texts[0]?.isTurned).toBe(true);
  expect(await coloursOfText(pdf)).toEqual(['#a6a6a6', '#000000']);
});

test('a note without legal value says so in red, and in black all the rest', async () => {
  const [plain, restricted] = await Promise.all(
    (['1', '2'] as const).map(async (environment) =>
      coloursOfText(await renderer.pdf(danfseHtml(issuedNfse({ environment })))),
    ),
  );
  expect(plain).toEqual(['#000000']);
  expect(restricted).toEqual(['#000000', '#ff0000']);
});

test('forms that are printed together come out apart, each whole', async () => {
  const numbers = ['1001', '1002', '1003'];
  const pdfs = await renderer.pdfs(
    numbers.map((number) => danfseHtml(issuedNfse().replace('<nNFSe>1234', `<nNFSe>${number}`))),
  );
  const sheets = await Promise.all(pdfs.map((pdf) => printed(pdf)));
  expect(sheets.map((pages) => pages.length)).toEqual([1, 1, 1]);
  sheets.forEach(([sheet], index) => expect(sheet?.texts.map(({ text }) => text)).toContain(numbers[index]));
});

/** The colours in which the first page of a PDF has text, each once, in the order of the drawing. */
async function coloursOfText(pdf: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const { fnArray, argsArray } = await (await (await loading.promise).getPage(1)).getOperatorList();
  await loading.destroy();
  const saved: string[] = [];
  const colours = new Set<string>();
  let colour = '#000000';
  fnArray.forEach((operator, index) => {
    const args: unknown = argsArray[index];
    if (operator === OPS.save) saved.push(colour);
    else if (operator === OPS.restore) colour = saved.pop() ?? colour;
    else if (operator === OPS.setFillRGBColor) colour = Array.isArray(args) ? String(args[0]) : colour;
    else if (operator === OPS.showText) colours.add(colour);
  });
  return [...colours];
}
