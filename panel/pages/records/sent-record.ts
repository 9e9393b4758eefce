import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../../domain/errors.ts';
import type { Field } from '../../forms/fields.ts';
import { type ValueTree, readValues, formTexts } from '../../forms/read.ts';
import { isBlankRow, readRows, type Row, type RowList, type FieldTexts, writeRows } from '../../forms/rows.ts';
import { changeIn, conflictAt, valueInWords } from '../../forms/concurrent-changes.ts';
import type { KeptRecord, RecordKind, RepeatedPart } from './kind.ts';

/** The text in the form of a stored record. */
export function recordValues(kind: RecordKind, kept: KeptRecord, fields: readonly Field[]): Record<string, string> {
  return { ...formTexts(kept.view, fields), ...kind.repeated?.valuesOf(kept) };
}

/** How many parts the sent form has. */
export function partsIn(form: URLSearchParams, repeated: RepeatedPart, variant: string): number {
  return readRows(Object.fromEntries(form), rowList(repeated, variant)).length;
}

/** The form without the parts that are all empty; the others are numbered anew. */
export function withoutEmptyParts(form: URLSearchParams, repeated: RepeatedPart, variant: string): URLSearchParams {
  const list = rowList(repeated, variant);
  const written = Object.fromEntries(form);
  const saying = readRows(written, list).filter((row) => !isBlankRow(row));
  return new URLSearchParams(writeRows(written, list, saying));
}

/** Reads one part more than a record may have, so that validation reports that there are too many. */
const rowList = ({ listOf, most }: RepeatedPart, variant: string): RowList => ({
  name: listOf(variant),
  most: most + 1,
});

/** The values of a new record. */
export function creationIn(
  kind: RecordKind,
  form: URLSearchParams,
  fields: readonly Field[],
  variant: string,
): ValueTree {
  return joined(kind, readValues(form, fields), variant);
}

/** What a form changes of a record, where somebody else has changed the same, and what the form has seen when it is shown again. */
export type RecordChange = { changes: ValueTree; issues: Issue[]; seen: FieldTexts };

/**
 * The changes that a form makes to a record. Fields that say what they showed are not among them, so that what somebody else changed meanwhile stays.
 * A list of parts changes as a whole.
 *
 * @param seen what the form showed; null means what is stored now
 */
export function changeOf(
  kind: RecordKind,
  form: URLSearchParams,
  { kept, fields, seen: shown }: { kept: KeptRecord; fields: readonly Field[]; seen: FieldTexts | null },
): RecordChange {
  const values = recordValues(kind, kept, fields);
  const seen = shown ?? values;
  const list = kind.repeated ? rowList(kind.repeated, kept.variant ?? '') : null;
  const isPart = ({ name }: Field): boolean => list !== null && name.startsWith(`${list.name}[`);
  const isSent = ({ name, kind: of }: Field): boolean => of === 'yesNo' || form.has(name);
  const own = fields.filter((field) => !isPart(field) && isSent(field));
  const { changed, conflicts } = changeIn(form, { seen, kept: values, fields: own });
  const change: RecordChange = {
    changes: readValues(form, changed),
    issues: conflicts.map((field) => conflictAt(field.name, valueInWords(field, values[field.name] ?? ''))),
    seen: { ...seen, ...Object.fromEntries(conflicts.map(({ name }) => [name, values[name] ?? ''])) },
  };
  if (!list) return change;
  const [said, before, now] = [Object.fromEntries(form), seen, values].map((written) => sayingRows(written, list));
  if (isDeepStrictEqual(said, before) || isDeepStrictEqual(said, now)) return change;
  const parts = fields.filter(isPart);
  if (isDeepStrictEqual(before, now)) {
    const changes = joined(kind, { ...change.changes, ...readValues(form, parts) }, kept.variant ?? '');
    return { ...change, changes };
  }
  const conflict = { path: list.name, message: conflictOfParts };
  return { ...change, issues: [...change.issues, conflict], seen: writeRows(change.seen, list, now ?? []) };
}

const conflictOfParts =
  'Outra pessoa mudou as condições enquanto você escrevia. Abra o cadastro em outra janela para ver como estão; guarde de novo para pôr as suas no lugar.';

/** The parts that are not empty, each without its empty fields. */
function sayingRows(written: FieldTexts, list: RowList): Row[] {
  return readRows(written, list)
    .filter((row) => !isBlankRow(row))
    .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value.trim() !== '')));
}

/** The values of a form, with each part of its list in the shape of the contract. */
function joined({ repeated }: RecordKind, sent: ValueTree, variant: string): ValueTree {
  if (!repeated) return sent;
  const list = repeated.listOf(variant);
  const parts: unknown = sent[list] ?? [];
  return { ...sent, [list]: Array.isArray(parts) ? parts.map((part: ValueTree) => repeated.partOf(part)) : [] };
}
