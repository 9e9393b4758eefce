import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Translates the contract's descriptions into Portuguese. The contract itself stays in English, for those who generate code from it. The files beside
 * this one, one for each area, have a row for every paragraph: the English text, and the Portuguese one in the reference. When the English changes,
 * its row no longer matches, and `tests/site/descriptions.test.ts` names the paragraph.
 */

const rowsSchema = z.record(z.string(), z.string());

let read: ReadonlyMap<string, string> | undefined;

/** The Portuguese of all rows by their English. @throws Error where two files have a row of the same English */
export function portugueseRows(): ReadonlyMap<string, string> {
  read ??= readRows();
  return read;
}

function readRows(): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'))) {
    const file = rowsSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')));
    for (const [english, portuguese] of Object.entries(file)) {
      if (rows.has(english)) throw new Error(`${name}: another file has this row, too: ${english}`);
      rows.set(english, portuguese);
    }
  }
  return rows;
}

/** A text of the contract in Portuguese. A paragraph without a row stays in English. */
export function inPortuguese(text: string): string {
  return paragraphsOf(text)
    .map((paragraph) => {
      const [call = anyCall] = ofPortfolio.exec(paragraph) ?? [];
      return (
        portugueseRows()
          .get(rowOf(paragraph))
          ?.replace(anyCall, () => call) ?? paragraph
      );
    })
    .join('\n\n');
}

/** The paragraphs of a text in the form in which rows have their English. */
export function englishOf(text: string): string[] {
  return paragraphsOf(text).map(rowOf);
}

/** The paragraph with the company's call in place of that of an office's variant (`openapi/mount.ts`), so that one row is enough for both. */
function rowOf(paragraph: string): string {
  return paragraph.replace(ofPortfolio, anyCall);
}

const ofPortfolio = /(?<=^As )`[^`]+`(?=, for a company of the portfolio\.)/;
const anyCall = '`…`';

/** Paragraphs and list items as Markdown reads them; other line breaks of the YAML mean nothing. */
function paragraphsOf(text: string): string[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\n(?!- |\d\. )\s*/g, ' '));
}

/**
 * A copy of an API's description with its texts replaced: every `description`, and the `summary` of every example. Values in calls (examples,
 * defaults, enums) stay.
 */
export function reworded(node: unknown, words: (text: string) => string): unknown {
  if (Array.isArray(node)) return node.map((entry) => reworded(entry, words));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]: [string, unknown]) => [key, rewordedField(node, key, value, words)]),
  );
}

function rewordedField(node: object, key: string, value: unknown, words: (text: string) => string): unknown {
  if (key === 'description' || (key === 'summary' && 'value' in node)) {
    if (typeof value === 'string') return words(value);
  }
  // names of fields, one of which may be `description`, `value` or `example`
  if (key === 'properties' && typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, reworded(schema, words)]));
  }
  const isData = dataKeys.has(key) || (key === 'examples' && Array.isArray(value));
  return isData ? value : reworded(value, words);
}

const dataKeys: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'value']);
