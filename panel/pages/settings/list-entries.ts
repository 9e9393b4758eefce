import { type Row, type Written, writeRows } from '../../forms/rows.ts';
import { shortDay } from '../../parts/words.ts';
import { rowsIn, type SettingsList } from './lists.ts';

/** One row as people write it, by what it is found by. */
export type Entry = { key: string; value: string };

/** What a list says, as people write it. */
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

/** Days in their order; what has none stays as it is kept. */
const byKey =
  ({ usual, value }: SettingsList) =>
  (one: Entry, other: Entry): number =>
    usual === undefined && value === undefined ? 0 : one.key.localeCompare(other.key);

/** What stands in the rows of a list. */
export function rowsFor(list: SettingsList, entries: readonly Entry[]): Written {
  const rows = entries.map(({ key, value }): Row => (list.value ? { key, value } : { key }));
  return writeRows({}, rowsIn(list), rows);
}

/** A row as people read it. */
export function wordsOf(list: SettingsList, { key, value }: Entry): string {
  if (!list.value) return key;
  const said = list.value.choices?.find(([each]) => each === value)?.[1] ?? value;
  return list.usual === undefined ? `${key}: ${said}` : `${said}, desde ${shortDay(key)}`;
}

/** What of a setting by date held, holds and will hold: of what held the last alone are shown. */
export function standingIn(entries: readonly Entry[], today: string) {
  const begun = entries.filter(({ key }) => key <= today);
  return { past: begun.slice(0, -1), present: begun.at(-1) ?? null, future: entries.filter(({ key }) => key > today) };
}

/** The most rows of what held that a form offers; older ones stay as they are. */
const pastShown = 24;

/** The rows that a form has of a list, and how many of what held it leaves out. */
export function shownEntries(
  list: SettingsList,
  entries: readonly Entry[],
  today: string,
): { rows: Entry[]; left: number } {
  if (list.usual === undefined) return { rows: [...entries], left: 0 };
  const left = Math.max(0, standingIn(entries, today).past.length - pastShown);
  return { rows: entries.slice(left), left };
}

/** What a list says, in few words: of a setting by date what holds today, and what comes next. */
export function listInWords(list: SettingsList, entries: readonly Entry[], today: string): string {
  if (list.usual === undefined) return entries.map((entry) => wordsOf(list, entry)).join(', ');
  const { present, future } = standingIn(entries, today);
  const [next] = future;
  return [present ? wordsOf(list, present) : `hoje ${list.usual}`, ...(next ? [wordsOf(list, next)] : [])].join('; ');
}
