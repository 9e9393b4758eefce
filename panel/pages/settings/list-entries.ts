import { type Row, type FieldTexts, writeRows } from '../../forms/rows.ts';
import { shortDay } from '../../parts/words.ts';
import { rowsIn, type SettingsList } from './lists.ts';

/** One row of a list, as people write it; `key` identifies it. */
export type Entry = { key: string; value: string };

/** The rows of a list in the settings, as people write them. */
export function entriesOf(list: SettingsList, form: Readonly<Record<string, unknown>>): Entry[] {
  const kept = form[list.name] ?? {};
  const entries: [string, unknown][] = Array.isArray(kept)
    ? kept.map((key) => [String(key), ''])
    : Object.entries(kept);
  return entries.map(([key, value]) => ({ key, value: textOf(list, String(value)) })).toSorted(byKey(list));
}

function textOf({ value }: SettingsList, text: string): string {
  return value?.kind === 'decimal' ? text.replace('.', ',') : text;
}

/** Keys that have a value come in order; a list without values keeps its own order. */
const byKey =
  ({ usual, value }: SettingsList) =>
  (one: Entry, other: Entry): number =>
    usual === undefined && value === undefined ? 0 : one.key.localeCompare(other.key);

/** The text in the fields of a list's rows. */
export function rowsFor(list: SettingsList, entries: readonly Entry[]): FieldTexts {
  const rows = entries.map(({ key, value }): Row => (list.value ? { key, value } : { key }));
  return writeRows({}, rowsIn(list), rows);
}

/** A row as people read it. */
export function rowInWords(list: SettingsList, { key, value }: Entry): string {
  if (!list.value) return key;
  const said = list.value.choices?.find(([each]) => each === value)?.[1] ?? value;
  return list.usual === undefined ? `${key}: ${said}` : `${said}, desde ${shortDay(key)}`;
}

/** The past, present and future values of a setting by date. */
export function standingIn(entries: readonly Entry[], today: string) {
  const begun = entries.filter(({ key }) => key <= today);
  return { past: begun.slice(0, -1), present: begun.at(-1) ?? null, future: entries.filter(({ key }) => key > today) };
}

/** The most past values that a form shows; older ones stay stored. */
const pastShown = 24;

/** The rows that a form shows of a list, and how many past ones it leaves out. */
export function shownEntries(
  list: SettingsList,
  entries: readonly Entry[],
  today: string,
): { rows: Entry[]; left: number } {
  if (list.usual === undefined) return { rows: [...entries], left: 0 };
  const left = Math.max(0, standingIn(entries, today).past.length - pastShown);
  return { rows: entries.slice(left), left };
}

/** A list in few words; for a setting by date, today's value and the next one. */
export function settingsListInWords(list: SettingsList, entries: readonly Entry[], today: string): string {
  if (list.usual === undefined) return entries.map((entry) => rowInWords(list, entry)).join(', ');
  const { present, future } = standingIn(entries, today);
  const [next] = future;
  return [present ? rowInWords(list, present) : `hoje ${list.usual}`, ...(next ? [rowInWords(list, next)] : [])].join(
    '; ',
  );
}
