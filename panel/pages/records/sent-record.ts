import type { Field, FieldGroup } from '../../forms/fields.ts';
import { changedFields, type Sent, sentBy, valuesOf } from '../../forms/read.ts';
import { isBlank, readRows, type RowList, writeRows } from '../../forms/rows.ts';
import type { KeptRecord, RecordKind, RepeatedPart } from './kind.ts';

/** Every field of a form. */
export const fieldsIn = (groups: readonly FieldGroup[]): Field[] => groups.flatMap(({ fields }) => fields);

/** What stands in the form of a record. */
export function keptValues(kind: RecordKind, kept: KeptRecord, fields: readonly Field[]): Record<string, string> {
  return { ...valuesOf(kept.view, fields), ...kind.repeated?.valuesOf(kept) };
}

/** How many parts the form has that was sent. */
export function partsIn(form: URLSearchParams, repeated: RepeatedPart, variant: string): number {
  return readRows(Object.fromEntries(form), rowList(repeated, variant)).length;
}

/** The form with its parts that say something, one after another: those that are all empty are gone, and places are counted anew. */
export function withoutEmptyParts(form: URLSearchParams, repeated: RepeatedPart, variant: string): URLSearchParams {
  const list = rowList(repeated, variant);
  const written = Object.fromEntries(form);
  const saying = readRows(written, list).filter((row) => !isBlank(row));
  return new URLSearchParams(writeRows(written, list, saying));
}

/** One part more than a record may have is read, so that the contract says that it is too many. */
const rowList = ({ listOf, most }: RepeatedPart, variant: string): RowList => ({
  name: listOf(variant),
  most: most + 1,
});

/** What a new record is made of. */
export function creationIn(kind: RecordKind, form: URLSearchParams, fields: readonly Field[], variant: string): Sent {
  return joined(kind, sentBy(form, fields), variant);
}

/** What a form changes of a record: nothing where it says what is kept. A list of parts changes as a whole. */
export function changesIn(
  kind: RecordKind,
  form: URLSearchParams,
  { kept, fields }: { kept: KeptRecord; fields: readonly Field[] },
): Sent {
  const values = keptValues(kind, kept, fields);
  const changed = changedFields(form, values, fields);
  if (!kind.repeated) return sentBy(form, changed);
  const variant = kept.variant ?? '';
  const start = `${kind.repeated.listOf(variant)}[`;
  const isPart = ({ name }: Field): boolean => name.startsWith(start);
  const others = sentBy(
    form,
    changed.filter((field) => !isPart(field)),
  );
  const isSame = !changed.some(isPart) && partsIn(form, kind.repeated, variant) === kind.repeated.countOf(kept);
  if (isSame) return others;
  return joined(kind, { ...others, ...sentBy(form, fields.filter(isPart)) }, variant);
}

/** What a form became, with each part of its list as the contract takes it. */
function joined({ repeated }: RecordKind, sent: Sent, variant: string): Sent {
  if (!repeated) return sent;
  const list = repeated.listOf(variant);
  const parts: unknown = sent[list] ?? [];
  return { ...sent, [list]: Array.isArray(parts) ? parts.map((part: Sent) => repeated.partOf(part)) : [] };
}
