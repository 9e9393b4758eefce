import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { z } from 'zod';

/** The official schemas in force, each compiled at its first use and kept. */
export type Schemas = {
  /** The folder in which the schemas of layout 4.00 were found. */
  folder: string;
  has(file: string): boolean;
  /** The first fault of an XML text against a schema root such as `enviNFe_v4.00.xsd`, or undefined when it is valid. */
  faultOf(file: string, xml: string): string | undefined;
  close(): void;
};

/**
 * Opens the packs in force, of layout 4.00 and, if there is one, of the national NFS-e. Each folder is a pack, a folder of packs, or any
 * folder that has official files.
 *
 * @throws if none of them has `enviNFe_v4.00.xsd`.
 */
export function openSchemas(folders: readonly string[], at: Date): Schemas {
  const folder = packIn(folders, at);
  const files = new Map([...xsdFiles(packOf('nfse', folders, at) ?? folder), ...xsdFiles(folder)]);
  const compiled = new Map<string, XsdValidator>();

  const validator = (file: string): XsdValidator => {
    const known = compiled.get(file);
    if (known) return known;
    const path = files.get(file);
    if (path === undefined) throw new Error(`${file} is not in the schema pack ${folder}`);
    const made = compile(path);
    compiled.set(file, made);
    return made;
  };

  return {
    folder,
    has: (file) => files.has(file),
    faultOf: (file, xml) => firstFault(validator(file), xml),
    close: () => compiled.forEach((one) => one.dispose()),
  };
}

/** Registers the file reader of libxml2 each time, because other users of it in this process may have removed it. */
function compile(path: string): XsdValidator {
  xmlRegisterFsInputProviders();
  const document = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

function firstFault(validator: XsdValidator, xml: string): string | undefined {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return undefined;
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const first = error.details[0]?.message ?? error.message;
    return first.replaceAll(/\{[^}]*\}/g, '').trim();
  } finally {
    document.dispose();
  }
}

function xsdFiles(folder: string): (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.xsd'))
    .map((entry) => [entry.name, join(entry.parentPath, entry.name)] as const)
    .reverse();
}

/** The file that every pack of a family has. */
const roots = { nfe: 'enviNFe_v4.00.xsd', nfse: 'NFSe_v1.01.xsd' } as const;
type Family = keyof typeof roots;

const description = z.object({ validFrom: z.string() });

/**
 * The folder whose schemas of a family apply at an instant. Of the packs (folders with a `pack.json`) in or directly below the given
 * folders: the one that came into force last, or the earliest if none is in force yet. Without any pack: the first folder with the official
 * files. Undefined if no folder has the family.
 */
function packOf(family: Family, folders: readonly string[], at: Date): string | undefined {
  const usable = folders.flatMap(withPacksInside).filter((folder) => holds(folder, roots[family]));
  const newestFirst = usable
    .map((folder) => ({ folder, validFrom: validFrom(folder) }))
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
  const inForce = newestFirst.find((pack) => pack.validFrom <= at.toISOString());
  return (inForce ?? newestFirst.at(-1))?.folder;
}

/**
 * The folder of layout 4.00, which the simulator cannot do without.
 *
 * @throws if no folder has the schema of the authorization lot.
 */
function packIn(folders: readonly string[], at: Date): string {
  const chosen = packOf('nfe', folders, at);
  if (chosen === undefined) {
    throw new Error(
      `no official schemas (${roots.nfe}) in ${folders.join(', ') || 'any folder'}: ` +
        'give a folder with --schemas or LAVRA_SCHEMAS, or run `npm start` once, which fetches them',
    );
  }
  return chosen;
}

function withPacksInside(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  const packs = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((inside) => existsSync(join(inside, 'pack.json')));
  return [...packs, folder];
}

function holds(folder: string, root: string): boolean {
  return readdirSync(folder, { recursive: true }).some((path) => String(path).endsWith(root));
}

function validFrom(folder: string): string {
  const file = join(folder, 'pack.json');
  return existsSync(file) ? description.parse(JSON.parse(readFileSync(file, 'utf8'))).validFrom : '';
}
