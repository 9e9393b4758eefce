import type { Issue } from '../errors.ts';
import { explainRejection } from '../rejections/explain.ts';

/** The line of a sale, as far as people know it by. */
export type RehearsedItem = { code: string; description: string };

/** Who says it: Lavra refuses the sale, the official schema does, the authority does, or Lavra only warns. */
export type FindingSource = 'LAVRA' | 'SCHEMA' | 'AUTHORITY' | 'WARNING';

/** Something that stands against a sale, in Portuguese. */
export type RehearsalFinding = {
  by: FindingSource;
  /** The code of the API, or the authority's. */
  code: string;
  /** The field, as the API names it; empty where it is none. */
  path: string;
  message: string;
  /** What to do about it; empty where the message says it. */
  mend: string;
  /** The line that it is about. */
  item: RehearsedItem | null;
};

/** What the authority answers to a document: its code and its words. */
export type Breach = { code: string; message: string };

/** Findings of Lavra itself. */
export function ownFindings(
  by: 'LAVRA' | 'SCHEMA' | 'WARNING',
  issues: readonly (Issue & { code?: string })[],
  items: readonly RehearsedItem[],
): RehearsalFinding[] {
  return issues.map(({ code = '', path, message }) => ({
    by,
    code,
    path,
    message,
    mend: '',
    item: itemAt(path, items),
  }));
}

/** The authority's answer, explained. */
export function authorityFinding({ code, message }: Breach, items: readonly RehearsedItem[]): RehearsalFinding {
  const { cause, mend, field = '' } = explainRejection(code, message);
  return { by: 'AUTHORITY', code, path: field, message, mend: `${cause} ${mend.person}`, item: itemAt(field, items) };
}

function itemAt(path: string, items: readonly RehearsedItem[]): RehearsedItem | null {
  const index = /^items\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? null : (items[Number(index)] ?? null);
}

/** What a finding has in common with others of its kind: values that it names in figures or in quotes do not count. */
export function kindOfFinding({ by, code, path, message }: RehearsalFinding): string {
  return [by, code, generalPath(path), message.replace(/"[^"]*"|\d+(?:[.,/-]\d+)*/g, '…')].join('|');
}

/** `items[3].ncm` → `items[].ncm`. */
export function generalPath(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
