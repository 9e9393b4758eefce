import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorDetail, xmlCleanupInputProvider, XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import type { SchemaFamily } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { collectFaults, type SchemaFault } from './faults.ts';
import { type Pack, packFor } from './packs.ts';

/** Validates XML against the schemas of one pack; each schema is compiled at its first use and kept. */
export type Validator = {
  /**
   * Every fault of a document, in its order; none where the schema accepts it.
   *
   * @param schema file name of the root schema, such as `nfe_v4.00.xsd`
   */
  validate(schema: string, xml: string): SchemaFault[];
  /** Whether the pack has this schema file. */
  has(schema: string): boolean;
  /**
   * Whether a schema, or one that it includes, declares an element: fields that a technical note has added are written only where the pack in force
   * has them.
   *
   * @param element local name, such as `gTribSN`
   */
  declares(schema: string, element: string): boolean;
  /** Compiles a schema ahead of its first use; that of a note takes a fifth of a second. */
  compile(schema: string): void;
};

/** @param folder folder with the schema files of one family, as the authority packs them: `<pack>/nfe` */
export function createValidator(folder: string): Validator {
  const compiled = new Map<string, XsdValidator>();
  const read = new Map<string, string>();
  const schemaOf = (name: string): XsdValidator => {
    const schema = compiled.get(name) ?? compile(join(folder, name));
    compiled.set(name, schema);
    return schema;
  };
  return {
    compile(name) {
      schemaOf(name);
    },
    has: (name) => existsSync(join(folder, name)),
    declares(name, element) {
      const text = read.get(name) ?? withIncludes(folder, name).join('');
      read.set(name, text);
      return text.includes(`:element name="${element}"`);
    },
    validate(name, xml) {
      const schema = schemaOf(name);
      const document = XmlDocument.fromString(xml);
      try {
        return collectFaults(document, () => check(schema, document));
      } finally {
        document.dispose();
      }
    },
  };
}

/** The texts of a schema and of all that it includes, each file once. */
function withIncludes(folder: string, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const included = [...text.matchAll(/:include schemaLocation="([^"]+)"/g)].map(([, file = '']) => file);
  return [text, ...included.flatMap((file) => withIncludes(folder, file, seen))];
}

/** Compiles a schema. Files can be read only during this call, so that no validated document can make libxml2 read one. */
function compile(path: string): XsdValidator {
  xmlRegisterFsInputProviders();
  const source = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  try {
    return XsdValidator.fromDoc(source);
  } finally {
    source.dispose();
    xmlCleanupInputProvider();
  }
}

function check(schema: XsdValidator, document: XmlDocument): ErrorDetail[] {
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details;
    throw error;
  }
}

/**
 * Returns the validator of a family at an instant. Each pack's validator is made once, so that its schemas are compiled once. It throws
 * `SchemaFamilyMissing` where no pack has the family.
 */
export function createValidators(packs: Pack[]): (family: SchemaFamily, instant: Date) => Validator {
  const made = new Map<string, Validator>();
  return (family, instant) => {
    const folder = join(packFor(packs, family, brasiliaDay(instant)).folder, family);
    const validator = made.get(folder) ?? createValidator(folder);
    made.set(folder, validator);
    return validator;
  };
}
