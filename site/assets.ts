import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'browser');

/** Files that pages load, by name; the search is the same module that the server runs. */
const files = {
  'site.css': () => read('site.css'),
  'theme.js': () => read('theme.js'),
  'site.js': () => read('site.js'),
  'search.js': () => read('search.js'),
  'find.js': () => stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'search/find.ts'), 'utf8')),
  'try.js': () => read('try.js'),
  'lavra.svg': () => read('lavra.svg'),
} as const;
export type AssetName = keyof typeof files;

export const assetNames = Object.keys(files) as AssetName[];

export type Asset = { content: string; hash: string };

const kept = new Map<AssetName, Asset>();

export function asset(name: AssetName): Asset {
  const known = kept.get(name);
  if (known) return known;
  const content = files[name]().replaceAll(/(?<=['"]\.\/)[\w.-]+(?=['"])/g, versioned);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  kept.set(name, { content, hash });
  return { content, hash };
}

/** The address of an asset. It changes with the content, so that browsers may keep the file. */
export function assetPath({ base }: { base: string }, name: AssetName): string {
  return `${base}/ativos/${name}?v=${asset(name).hash}`;
}

/** The content of a file whose imports have versioned addresses, too, so that no old module is loaded from a browser's cache. */
function versioned(name: string): string {
  return isAsset(name) ? `${name}?v=${asset(name).hash}` : name;
}

export function isAsset(name: string): name is AssetName {
  return Object.hasOwn(files, name);
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** The folder of the documentation's images. */
export const imagesFolder = join(import.meta.dirname, '../docs/images');
