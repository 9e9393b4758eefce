import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A word of a page, in centimetres from its top left corner to where it begins, on its base line. */
export type PrintedText = { text: string; leftCm: number; topCm: number; widthCm: number };
export type PrintedPage = { widthCm: number; heightCm: number; texts: PrintedText[]; imageCount: number };

const cmPerPoint = 2.54 / 72;

/** Names of the fonts in a PDF that a browser wrote, without the mark of the subset. */
export function fontNames(pdf: Buffer): string[] {
  const found = pdf.toString('latin1').matchAll(/\/BaseFont \/\w+\+([\w-]+)/g);
  return [...new Set([...found].map(([, name = '']) => name))].sort();
}

/** Reads a PDF back, page by page. */
export async function printed(pdf: Buffer): Promise<PrintedPage[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await loading.promise;
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number++) pages.push(await pageOf(await document.getPage(number)));
  await loading.destroy();
  return pages;
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>;

async function pageOf(page: Page): Promise<PrintedPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const { fnArray } = await page.getOperatorList();
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , x = 0, y = 0] = item.transform.map(Number);
    const leftCm = x * cmPerPoint;
    return [{ text: item.str, leftCm, topCm: (height - y) * cmPerPoint, widthCm: item.width * cmPerPoint }];
  });
  const imageCount = fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
  return { widthCm: width * cmPerPoint, heightCm: height * cmPerPoint, texts, imageCount };
}
