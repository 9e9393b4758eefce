import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';

/** RGB or RGBA, eight bits each. */
const image = z.object({
  width: z.number(),
  height: z.number(),
  data: z.custom<ArrayBufferView>((data) => ArrayBuffer.isView(data)),
});

/** The colours of the pixels of each image on the first page of a PDF, as `#rrggbb`, each once. */
export async function imageColours(pdf: Buffer): Promise<string[][]> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const names = argsArray.flatMap((args: unknown, index) =>
    fnArray[index] === OPS.paintImageXObject && Array.isArray(args) ? [String(args[0])] : [],
  );
  const images = await Promise.all(
    names.map((name) => new Promise<unknown>((resolve) => void page.objs.get(name, resolve))),
  );
  await loading.destroy();
  return images.map(coloursOf);
}

function coloursOf(decoded: unknown): string[] {
  const { width, height, data } = image.parse(decoded);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const step = bytes.length / (width * height);
  const colours = Array.from({ length: width * height }, (_, at) => bytes.toString('hex', at * step, at * step + 3));
  return [...new Set(colours)].map((colour) => `#${colour}`);
}
