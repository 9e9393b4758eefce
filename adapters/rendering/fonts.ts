import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type EmbeddedFont = { family: string; weight: string; base64: string };

const faces = ['Tinos', 'Arimo'].flatMap((family) => ['400', '700'].map((weight) => ({ family, weight })));

/** The metric twins of Times New Roman and Arial as their packages ship them, Latin part, for the browser to load from memory. */
export async function embeddedFonts(): Promise<EmbeddedFont[]> {
  return Promise.all(
    faces.map(async ({ family, weight }) => {
      const name = family.toLowerCase();
      const file = import.meta.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
      return { family, weight, base64: await readFile(fileURLToPath(file), 'base64') };
    }),
  );
}
