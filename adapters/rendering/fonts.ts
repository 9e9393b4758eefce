import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type EmbeddedFont = { family: string; weight: string; base64: string };

/** Tinos (metric twin of Times New Roman) as the package ships it, Latin part, for the browser to load from memory. */
export async function embeddedFonts(): Promise<EmbeddedFont[]> {
  return Promise.all(
    ['400', '700'].map(async (weight) => {
      const file = import.meta.resolve(`@fontsource/tinos/files/tinos-latin-${weight}-normal.woff2`);
      return { family: 'Tinos', weight, base64: await readFile(fileURLToPath(file), 'base64') };
    }),
  );
}
