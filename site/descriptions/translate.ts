import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The contract's descriptions in Portuguese. The contract keeps its English, for those who generate code of it; the files beside this one, one
 * for each area, have a row for every paragraph: its English, and what the reference says in its place. A paragraph that changes in English
 * has no row any more, and `tests/site/descriptions.test.ts` names it.
 */

const rowsSchema = z.record(z.string(), z.string());

let read: ReadonlyMap<string, string> | undefined;

/** Every row, Portuguese by English, of all files. @throws Error where two files have a row of the same English */
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

/** A text of the contract in Portuguese. A paragraph without a row stays in English: a reference in two languages beats none. */
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

/** What rows have as the English of a text: its paragraphs. */
export function englishOf(text: string): string[] {
  return paragraphsOf(text).map(rowOf);
}

/** An office's twin of an operation names the company's call (`openapi/mount.ts`): one row does for all calls. */
function rowOf(paragraph: string): string {
  return paragraph.replace(ofPortfolio, anyCall);
}

const ofPortfolio = /(?<=^As )`[^`]+`(?=, for a company of the portfolio\.)/;
const anyCall = '`…`';

/** Paragraphs and lists as Markdown reads them: where else a line of the YAML ends says nothing. */
function paragraphsOf(text: string): string[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\n(?!- |\d\. )\s*/g, ' '));
}

/**
 * A description of an API with other words for people: in every `description`, and in the `summary` of every example. What calls carry
 * (examples, defaults, enums) stays as it is.
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
  // Names of fields: one may be called `description`, `value` or `example`.
  if (key === 'properties' && typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, reworded(schema, words)]));
  }
  const isData = dataKeys.has(key) || (key === 'examples' && Array.isArray(value));
  return isData ? value : reworded(value, words);
}

const dataKeys: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'value']);
