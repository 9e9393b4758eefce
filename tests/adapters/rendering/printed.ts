import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * A word on a page; its position is in centimetres from the top left corner to the beginning of its base line. `isTurned`: not read from
 * left to right.
 */
export type PrintedText = {
  text: string;
  leftCm: number;
  topCm: number;
  widthCm: number;
  sizeCm: number;
  isTurned: boolean;
};
export type PrintedImage = { leftCm: number; topCm: number; widthCm: number; heightCm: number };
export type PrintedPage = {
  widthCm: number;
  heightCm: number;
  texts: PrintedText[];
  images: PrintedImage[];
  imageCount: number;
};

const cmPerPoint = 2.54 / 72;

/** Names of the fonts in a PDF of a browser, without the prefix of a subset. */
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
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform.map(Number);
    const leftCm = x * cmPerPoint;
    const sizeCm = Math.hypot(a, b) * cmPerPoint;
    const topCm = (height - y) * cmPerPoint;
    return [{ text: item.str, leftCm, topCm, widthCm: item.width * cmPerPoint, sizeCm, isTurned: Math.abs(b) > 1e-6 }];
  });
  const images = await imagesOf(page, height);
  return { widthCm: width * cmPerPoint, heightCm: height * cmPerPoint, texts, images, imageCount: images.length };
}

export type Matrix = readonly [number, number, number, number, number, number];

/** The place of each image, a unit square in its own coordinates, by the page's transformations. */
async function imagesOf(page: Page, pageHeight: number): Promise<PrintedImage[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const saved: Matrix[] = [];
  const images: PrintedImage[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  fnArray.forEach((operator, index) => {
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore) matrix = saved.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = multiplied(matrix, numbersIn(argsArray[index]));
    else if (operator === OPS.paintImageXObject) images.push(squareIn(matrix, pageHeight));
  });
  return images;
}

export function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

export function multiplied([a, b, c, d, e, f]: Matrix, by: readonly number[]): Matrix {
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = by;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function squareIn([a, , , d, e, f]: Matrix, pageHeight: number): PrintedImage {
  const bottom = Math.min(f, f + d);
  const heightCm = Math.abs(d) * cmPerPoint;
  return {
    leftCm: Math.min(e, e + a) * cmPerPoint,
    topCm: (pageHeight - bottom) * cmPerPoint - heightCm,
    widthCm: Math.abs(a) * cmPerPoint,
    heightCm,
  };
}
