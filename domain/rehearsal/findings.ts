import type { Issue } from '../errors.ts';
import { explainRejection } from '../rejections/explain.ts';

/** The line of a sale, by what people recognize it. */
export type RehearsedItem = { code: string; description: string };

/** Whose finding it is: a refusal by Lavra, by the official schema or by the authority, or a warning by Lavra. */
export type FindingSource = 'LAVRA' | 'SCHEMA' | 'AUTHORITY' | 'WARNING';

/** A finding about a sale, in Portuguese. */
export type RehearsalFinding = {
  by: FindingSource;
  /** The API's code, or the authority's cStat. */
  code: string;
  /** The field as the API names it; empty where the finding is about none. */
  path: string;
  message: string;
  /** What to do about it; empty where the message says that. */
  mend: string;
  /** The line that it is about; null where it is about none. */
  item: RehearsedItem | null;
};

/** A code and message of the authority's rules. */
export type Breach = { code: string; message: string };

/** Findings of Lavra and of the schema. */
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

/** A key that is equal for findings of the same kind, which differ only in numbers or quoted values. */
export function kindOfFinding({ by, code, path, message }: RehearsalFinding): string {
  return [by, code, generalPath(path), message.replace(/"[^"]*"|\d+(?:[.,/-]\d+)*/g, '…')].join('|');
}

/** `items[3].ncm` → `items[].ncm`. */
export function generalPath(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
