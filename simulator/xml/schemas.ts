import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { packIn, packOf } from './schema-pack.ts';

/** The official schemas in force, each compiled at its first use and kept. */
export type Schemas = {
  /** Folder that those of layout 4.00 were found in. */
  folder: string;
  has(file: string): boolean;
  /** The first fault of an XML text against a schema root such as `enviNFe_v4.00.xsd`, or undefined when it is valid. */
  faultOf(file: string, xml: string): string | undefined;
  close(): void;
};

/**
 * Opens the packs in force, of layout 4.00 and, if there is one, of the national NFS-e, among the folders given, each a pack, a folder of packs, or any folder that holds official files.
 *
 * @throws when none of them holds `enviNFe_v4.00.xsd`.
 */
export function openSchemas(folders: readonly string[], at: Date): Schemas {
  const folder = packIn(folders, at);
  const files = new Map([...xsdFiles(packOf('nfse', folders, at) ?? folder), ...xsdFiles(folder)]);
  const compiled = new Map<string, XsdValidator>();
  xmlRegisterFsInputProviders();

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

function compile(path: string): XsdValidator {
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
