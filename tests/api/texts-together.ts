import { expect } from 'vitest';
import type { Field } from './contract-fields.ts';
import { replaced } from './replaced.ts';
import { pathsOf } from './store.ts';

type Answer = { status: number; body: Record<string, unknown> };

/** How a sale is previewed and created, and where its faults are reported. */
export type TextCheck = {
  preview(body: unknown): Promise<Answer>;
  create(body: unknown): Promise<Answer>;
  /** The paths that a creation reports; without it, those that the preview refused. */
  toldAtCreation?(created: Answer): string[];
  /** Whether a creation leaves the faults of this field to the emission. */
  isLater?(path: string): boolean;
  /** The faults of the created document against the official schema. */
  schemaFaults(id: unknown): Promise<unknown[]>;
  /** The field at which a fault is reported that another field causes. */
  toldElsewhere: ReadonlyMap<string, string>;
};

/** A text that several fields of a body get at once. */
export type WrittenTogether = { fields: readonly Field[]; body: unknown; textOf: (field: Field) => string };

/**
 * Gives every field a text at once, and takes back the fields that are refused by name, until the rest is created and valid by the schema:
 * some five requests instead of two for each field. Preview and creation must refuse the same fields, in any order, and no others.
 */
export async function checkTogether(check: TextCheck, { fields, body, textOf }: WrittenTogether): Promise<void> {
  let left = [...fields];
  for (;;) {
    const sent = left.reduce((sale: unknown, field) => replaced(sale, field.path, textOf(field)), body);
    const previewed = await check.preview(sent);
    const created = await check.create(sent);
    const asked = { saying: left.map((field) => `${field.path}: ${JSON.stringify(textOf(field))}`) };
    if (previewed.status === 200) {
      expect({ ...asked, status: created.status, issues: created.body['issues'] }).toMatchObject({ status: 201 });
      expect({ ...asked, faults: await check.schemaFaults(created.body['id']) }).toEqual({ ...asked, faults: [] });
      return;
    }
    const preview = pathsOf(previewed.body);
    const told = { preview, creation: check.toldAtCreation?.(created) ?? preview };
    const isIn = ({ path }: Field, paths: string[]): boolean =>
      paths.includes(path) || paths.includes(check.toldElsewhere.get(path) ?? path);
    const strange = [...told.preview, ...told.creation].filter((path) => !left.some((field) => isIn(field, [path])));
    const named = left.filter(
      (field) => isIn(field, told.preview) && (check.isLater?.(field.path) || isIn(field, told.creation)),
    );
    if (left.length > 1 && (named.length === 0 || strange.length > 0)) {
      // The texts of two fields may contradict each other: then each half is checked alone, and in the end each field.
      const half = Math.ceil(left.length / 2);
      for (const part of [left.slice(0, half), left.slice(half)])
        await checkTogether(check, { fields: part, body, textOf });
      return;
    }
    expect({ ...asked, told, isNamed: named.length > 0 }).toMatchObject({ isNamed: true });
    left = left.filter((field) => !named.includes(field));
  }
}

/** Fields grouped by the sale that has them. */
export function byBody(fields: readonly Field[], bodyOf: (path: string) => unknown): Omit<WrittenTogether, 'textOf'>[] {
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

/** Texts of the greatest length of a field, one character less, and one more. */
export const lengths: [name: string, (field: Field) => string][] = [-1, 0, 1].flatMap((more) =>
  ['a', '…'].map((letter): [string, (field: Field) => string] => [
    `${letter} to its length ${more}`,
    ({ schema: { maxLength = 60 } }) => letter.repeat(maxLength + more),
  ]),
);
