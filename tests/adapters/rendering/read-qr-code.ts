import jsqr from 'jsqr';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Matrix, multiplied, numbersIn } from './printed.ts';

/** The text in the QR code on a page, and the printed width of the symbol without its quiet zone. */
export type ReadQrCode = { text: string | undefined; widthCm: number };

/** In points, from the top left corner of the page. */
type Rectangle = { left: number; top: number; right: number; bottom: number };
type Operators = { fnArray: number[]; argsArray: unknown[] };

const cmPerPoint = 2.54 / 72;
/** The resolution of a receipt printer: 8 dots a millimetre. */
const dotsPerPoint = (8 * 25.4) / 72;

/** Draws the figure with the most rectangles on the first page in a printer's dots, and reads its QR code. */
export async function readQrCode(pdf: Buffer): Promise<ReadQrCode> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const figures = figuresOf(await page.getOperatorList(), height);
  await loading.destroy();
  const modules = figures.reduce((most, figure) => (figure.length > most.length ? figure : most), []);
  const [columns, rows] = [Math.ceil(width * dotsPerPoint), Math.ceil(height * dotsPerPoint)];
  const text = jsqr.default(dotsOf(modules, columns, rows), columns, rows)?.data;
  const widthPoints = Math.max(...modules.map(({ right }) => right)) - Math.min(...modules.map(({ left }) => left));
  return { text, widthCm: widthPoints * cmPerPoint };
}

/** White paper with black rectangles, four bytes a dot. */
function dotsOf(rectangles: Rectangle[], columns: number, rows: number): Uint8ClampedArray {
  const dots = new Uint8ClampedArray(columns * rows * 4).fill(255);
  for (const { left, top, right, bottom } of rectangles) {
    for (let y = dotAt(top); y < dotAt(bottom); y += 1)
      for (let x = dotAt(left); x < dotAt(right); x += 1)
        dots.fill(0, 4 * (y * columns + x), 4 * (y * columns + x) + 3);
  }
  return dots;
}

const dotAt = (edge: number) => Math.round(edge * dotsPerPoint);

/** The rectangles of each path, by the page's transformations. */
function figuresOf({ fnArray, argsArray }: Operators, pageHeight: number): Rectangle[][] {
  const saved: Matrix[] = [];
  const figures: Rectangle[][] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  fnArray.forEach((operator, index) => {
    const args = argsArray[index];
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore) matrix = saved.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = multiplied(matrix, numbersIn(args));
    else if (operator === OPS.constructPath) figures.push(rectanglesIn(args, matrix, pageHeight));
  });
  return figures;
}

/** The rectangles in a path, which is a list of numbers: 0 and 1 before a point to move or draw to, 4 to close. */
function rectanglesIn(args: unknown, [a, , , d, e, f]: Matrix, pageHeight: number): Rectangle[] {
  const path = Array.isArray(args) ? numbersOf(args[1]) : [];
  const rectangles: Rectangle[] = [];
  let points: [number, number][] = [];
  for (let at = 0; at < path.length; at += path[at] === 4 ? 1 : 3) {
    const [step, x = 0, y = 0] = path.slice(at, at + 3);
    if (step === 0) points = [];
    if (step === 4) rectangles.push(around(points));
    else points.push([x * a + e, pageHeight - (y * d + f)]);
  }
  return rectangles;
}

/** The library's arrays come from another realm than the test's, so that `instanceof` fails. */
function numbersOf(paths: unknown): number[] {
  const first: unknown = Array.isArray(paths) ? paths[0] : undefined;
  return ArrayBuffer.isView(first) ? [...new Float32Array(first.buffer, first.byteOffset, first.byteLength / 4)] : [];
}

function around(points: [number, number][]): Rectangle {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
