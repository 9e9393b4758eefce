import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assetFile, type AssetFile } from './asset-file.ts';

/** Packages that browser modules may import, and the file of each that browsers load. */
const packages: Record<string, { file: string; after?: string }> = {
  // A fifth of the size of its module build, which has all comments; the minified file is a plain script without an export.
  idiomorph: { file: 'idiomorph/dist/idiomorph.min.js', after: '\nexport { Idiomorph };\n' },
  '@simplewebauthn/browser': { file: '@simplewebauthn/browser' },
};

type Entry = { path: string; imports: string[] };
type Module = { asset: AssetFile; imports: ReadonlySet<string> };

/** The specifier of an import or re-export; dynamic imports are not matched. */
const specifier = /(^|[;}\s])((?:import|export)\b[^'"();]*?\bfrom\s*|import\s*)(['"])([^'"\n]+)\3/gm;

/**
 * Every module of a folder without its types, and what the modules import. Modules import each other by paths with the hash of the content, so each
 * is made after those that it imports, and import cycles are refused.
 *
 * @throws TypeError for an import that is not there, and for a cycle
 */
export function moduleGraph(folder: URL): { entries: ReadonlyMap<string, Entry>; all: AssetFile[] } {
  const made = new Map<string, Module>();
  const underWay = new Set<string>();

  function make(url: string, after = ''): Module {
    const known = made.get(url);
    if (known) return known;
    if (underWay.has(url)) throw new TypeError(`${url} imports itself`);
    underWay.add(url);
    const imports = new Set<string>();
    const content = (textOf(url) + after).replace(specifier, (_all, before, words, quote, name) => {
      const { asset, imports: further } = imported(String(name), url);
      for (const path of [asset.path, ...further]) imports.add(path);
      return `${before}${words}${quote}${asset.path}${quote}`;
    });
    const name = basename(fileURLToPath(url)).replace(/(\.min)?\.[jt]s$/, '');
    const result = { asset: assetFile({ name, type: 'js', content }), imports };
    made.set(url, result);
    return result;
  }

  function imported(name: string, from: string): Module {
    if (name.startsWith('.')) return make(new URL(name, from).href);
    const known = packages[name];
    if (!known) throw new TypeError(`${from} imports ${name}, which browsers are not given`);
    return make(import.meta.resolve(known.file), known.after);
  }

  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  const entries = names.map((file): [string, Entry] => {
    const { asset, imports } = make(new URL(file, folder).href);
    return [file.replace(/\.ts$/, ''), { path: asset.path, imports: [...imports] }];
  });
  return { entries: new Map(entries), all: [...made.values()].map(({ asset }) => asset) };
}

function textOf(url: string): string {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return url.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
}
