import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Response, Router } from 'express';
import { assetFile, type AssetFile } from './assets/asset-file.ts';
import { moduleGraph } from './assets/modules.ts';

/** Typefaces by the names that the stylesheets use: the Latin subset that each package ships. */
const typefaces = {
  'source-serif-4': '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2',
  'hanken-grotesk': '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
};

const folder = new URL('browser/', import.meta.url);

const fonts = Object.entries(typefaces).map(([name, file]) => {
  const content = readFileSync(fileURLToPath(import.meta.resolve(file)));
  return { name, asset: assetFile({ name, type: 'woff2', content }) };
});

const stylesheet = assetFile({ name: 'painel', type: 'css', content: joinedStyle() });

const modules = moduleGraph(folder);

/** `panel.css` comes first, with the tokens and what every page has; the stylesheet of each area may build on it. */
function joinedStyle(): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.css') && name !== 'panel.css');
  const joined = ['panel.css', ...names.toSorted()]
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  return fonts.reduce((text, { name, asset }) => text.replaceAll(`url('${name}')`, `url('${asset.path}')`), joined);
}

/** The path of the stylesheet. All paths here change with their content, so that browsers keep the files for ever. */
export const stylesheetPath = stylesheet.path;

/** The paths of the typefaces. The stylesheet asks for them itself; pages can be painted without them. */
export const fontPaths = fonts.map(({ asset }) => asset.path);

/**
 * The path of a module of `panel/browser`, and those of every module that it imports, directly or through others.
 *
 * @param name the module's file name without `.ts`
 */
export function scriptPaths(name: string): { path: string; imports: string[] } {
  const found = modules.entries.get(name);
  if (!found) throw new TypeError(`there is no panel/browser/${name}.ts`);
  return found;
}

/** What pages may load (CSP): their own files alone. Only the Trusted Types policy `lavra` (`panel/browser`) turns text into a page. */
export const assetSources = [
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lavra',
];

/** Serves everything that pages load, each at its path. */
export function assets(): Router {
  const router = Router();
  for (const asset of [stylesheet, ...fonts.map((font) => font.asset), ...modules.all]) {
    router.get(asset.path, (req, res) => {
      res.locals.page = 'asset';
      const encoding = req.acceptsEncodings(...Object.keys(asset.encoded), 'identity');
      send(res, asset, encoding || 'identity');
    });
  }
  return router;
}

function send(res: Response, { type, content, encoded }: AssetFile, encoding: string): void {
  res.set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' });
  res.vary('Accept-Encoding').type(type);
  const smaller = encoded[encoding];
  if (smaller) res.set('Content-Encoding', encoding);
  res.send(smaller ?? content);
}
