import type { Field, FieldGroup } from '../../forms/fields.ts';
import { changedFields, type Sent, sentBy, valuesOf } from '../../forms/read.ts';
import type { KeptRecord, RecordKind, RepeatedPart } from './kind.ts';

/** Every field of a form. */
export const fieldsIn = (groups: readonly FieldGroup[]): Field[] => groups.flatMap(({ fields }) => fields);

/** What stands in the form of a record. */
export function keptValues(kind: RecordKind, kept: KeptRecord, fields: readonly Field[]): Record<string, string> {
  return { ...valuesOf(kept.view, fields), ...kind.repeated?.valuesOf(kept) };
}

/** How many parts the form has that was sent. */
export function partsIn(form: URLSearchParams, { listOf, most }: RepeatedPart, variant: string): number {
  const places = [...form.keys()].map((name) => placeOf(name, listOf(variant)));
  return Math.min(Math.max(-1, ...places) + 1, most + 1);
}

/** The form with its parts that say something, one after another: those that are all empty are gone, and places are counted anew. */
export function withoutEmptyParts(form: URLSearchParams, { listOf }: RepeatedPart, variant: string): URLSearchParams {
  const list = listOf(variant);
  const byPlace = Map.groupBy([...form], ([name]) => placeOf(name, list));
  const compact = new URLSearchParams(byPlace.get(-1) ?? []);
  const saying = [...byPlace]
    .filter(([place, entries]) => place >= 0 && entries.some(([, value]) => value.trim() !== ''))
    .toSorted(([a], [b]) => a - b);
  for (const [at, [place, entries]] of saying.entries()) {
    for (const [name, value] of entries) compact.append(name.replace(`[${place}]`, `[${at}]`), value);
  }
  return compact;
}

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

/** `2` of `nfeTaxRules[2].states`; -1 of what is in no part. */
function placeOf(name: string, list: string): number {
  const [, place] = /^\[(\d{1,3})\]\./.exec(name.startsWith(list) ? name.slice(list.length) : '') ?? [];
  return place === undefined ? -1 : Number(place);
}
