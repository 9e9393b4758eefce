import { expect } from 'vitest';
import type { Field } from './contract-fields.ts';
import { replaced } from './replaced.ts';
import { pathsOf } from './store.ts';

type Answer = { status: number; body: Record<string, unknown> };

/** How a sale is previewed and created, and what is said of it afterwards. */
export type Judged = {
  preview(body: unknown): Promise<Answer>;
  create(body: unknown): Promise<Answer>;
  /** Where a creation told of what the preview refused; absent where it need not. */
  toldAtCreation?(created: Answer): string[];
  /** Whether a creation leaves that field's faults to the emission. */
  isLater?(path: string): boolean;
  /** What the official schema says against the document that was created. */
  schemaFaults(id: unknown): Promise<unknown[]>;
  /** Where a fault is told that another field shows. */
  toldElsewhere: ReadonlyMap<string, string>;
};

/** A text that many fields say at once. */
export type Said = { fields: readonly Field[]; body: unknown; textOf: (field: Field) => string };

/**
 * Lets every field say a text at once, and takes back those that are refused by their name, until the rest is created and passes the schema: some five
 * requests in place of two for each field. Whoever is refused is named at preview and creation alike, which may come to it one behind the other; nobody
 * else is.
 */
export async function judgeTogether(judged: Judged, { fields, body, textOf }: Said): Promise<void> {
  let left = [...fields];
  for (;;) {
    const sent = left.reduce((sale: unknown, field) => replaced(sale, field.path, textOf(field)), body);
    const previewed = await judged.preview(sent);
    const created = await judged.create(sent);
    const asked = { saying: left.map((field) => `${field.path}: ${JSON.stringify(textOf(field))}`) };
    if (previewed.status === 200) {
      expect({ ...asked, status: created.status, issues: created.body['issues'] }).toMatchObject({ status: 201 });
      expect({ ...asked, faults: await judged.schemaFaults(created.body['id']) }).toEqual({ ...asked, faults: [] });
      return;
    }
    const preview = pathsOf(previewed.body);
    const told = { preview, creation: judged.toldAtCreation?.(created) ?? preview };
    const isIn = ({ path }: Field, paths: string[]): boolean =>
      paths.includes(path) || paths.includes(judged.toldElsewhere.get(path) ?? path);
    const strange = [...told.preview, ...told.creation].filter((path) => !left.some((field) => isIn(field, [path])));
    const named = left.filter(
      (field) => isIn(field, told.preview) && (judged.isLater?.(field.path) || isIn(field, told.creation)),
    );
    if (left.length > 1 && (named.length === 0 || strange.length > 0)) {
      // What two fields say may clash: then each half is judged alone, and at last each field.
      const half = Math.ceil(left.length / 2);
      for (const part of [left.slice(0, half), left.slice(half)])
        await judgeTogether(judged, { fields: part, body, textOf });
      return;
    }
    expect({ ...asked, told, isNamed: named.length > 0 }).toMatchObject({ isNamed: true });
    left = left.filter((field) => !named.includes(field));
  }
}

/** Fields by the sale that has all of them. */
export function byBody(fields: readonly Field[], bodyOf: (path: string) => unknown): Omit<Said, 'textOf'>[] {
  const groups = new Map<string, { body: unknown; fields: Field[] }>();
  for (const field of fields) {
    const body = bodyOf(field.path);
    const name = JSON.stringify(body);
    const group = groups.get(name) ?? { body, fields: [] };
    group.fields.push(field);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Texts that are as long as a field may be, and around it. */
export const lengths: [name: string, (field: Field) => string][] = [-1, 0, 1].flatMap((more) =>
  ['a', '…'].map((letter): [string, (field: Field) => string] => [
    `${letter} to its length ${more}`,
    ({ schema: { maxLength = 60 } }) => letter.repeat(maxLength + more),
  ]),
);
