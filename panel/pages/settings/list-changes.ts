import { z } from 'zod';
import type { Issue } from '../../../domain/errors.ts';
import { plainDecimal } from '../../forms/read.ts';
import { isBlankRow, readRows, type Row, type FieldTexts, writeRows } from '../../forms/rows.ts';
import { conflictAt } from '../../forms/concurrent-changes.ts';
import { type Entry, rowInWords } from './list-entries.ts';
import { rowsIn, type SettingsList } from './lists.ts';

type Entries = ReadonlyMap<string, Entry>;

const found = ({ sameAs = (key) => key }: SettingsList, entries: readonly Entry[]): Entries =>
  new Map(entries.map((entry) => [sameAs(entry.key), entry]));

/** The change of a list as the contract takes it, what is wrong with it, and what the form has seen by then, for its conflicts. */
export type ListChange = { change: unknown; issues: Issue[]; seen: FieldTexts };

type SentList = { written: FieldTexts; seen: FieldTexts; kept: readonly Entry[]; today: string };

/**
 * Finds what a form changes of a list. A row that is ticked as removed or left empty is removed. A dated value that already applies cannot be
 * changed: its row is removed and another one written.
 */
export function listChange(list: SettingsList, { written, seen, kept: keptEntries, today }: SentList): ListChange {
  const { sameAs = (key) => key } = list;
  const rows = readRows(written, rowsIn(list)).map(trimmed);
  const [shown, kept] = [found(list, readRows(seen, rowsIn(list)).map(trimmed)), found(list, keptEntries)];
  const gone = new Set(rows.flatMap((row) => (row.isGone ? [sameAs(row.key)] : [])));
  const said = new Map<string, Entry & { at: number }>();
  const issues: Issue[] = [];
  for (const [at, row] of rows.entries()) {
    if (row.isGone || isBlankRow({ key: row.key, value: row.value })) continue;
    const fault = rowFault(list, row) ?? (said.has(sameAs(row.key)) ? { column: 'key', message: list.twice } : null);
    if (fault) issues.push({ path: pathOf(list, at, fault.column), message: fault.message });
    else said.set(sameAs(row.key), { ...row, at });
  }
  const changed = [...said].filter(([key, { value }]) => ![shown, kept].some((all) => all.get(key)?.value === value));
  const removed = [...shown.keys()].filter((key) => !said.has(key) && kept.has(key));
  let known = seen;
  for (const key of [...changed.map(([key]) => key), ...removed]) {
    const now = kept.get(key);
    const row = said.get(key);
    const path = row ? pathOf(list, row.at, list.value ? 'value' : 'key') : list.name;
    if (row && now && list.usual !== undefined && key <= today && !gone.has(key)) {
      const message = 'Este dia já tem um valor, e o que já começou não se muda: tire a linha dele e escreva outra.';
      issues.push({ path, message });
    } else if (now?.value !== shown.get(key)?.value) {
      issues.push(conflictAt(path, now ? rowInWords(list, now) : 'não está mais na lista'));
      known = withSeen(list, known, key, now);
    }
  }
  const isSame = changed.length + removed.length === 0;
  const change = isSame || issues.length > 0 ? undefined : forContract(list, { kept, changed, removed });
  return { change, issues, seen: known };
}

type TrimmedRow = Entry & { isGone: boolean };

function trimmed({ key = '', value = '', gone = '' }: Row): TrimmedRow {
  return { key: key.trim(), value: value.trim(), isGone: gone !== '' };
}

function rowFault({ key, value, usual }: SettingsList, row: Entry): { column: string; message: string } | null {
  if (row.key === '') return { column: 'key', message: key.missing };
  if (usual !== undefined && !z.iso.date().safeParse(row.key).success) {
    return { column: 'key', message: 'Este dia não existe.' };
  }
  return value && row.value === '' ? { column: 'value', message: value.missing } : null;
}

const pathOf = ({ name }: SettingsList, at: number, column: string): string => `${name}[${at}].${column}`;

function withSeen(list: SettingsList, seen: FieldTexts, key: string, now: Entry | undefined): FieldTexts {
  const { sameAs = (each) => each } = list;
  const others = readRows(seen, rowsIn(list)).filter((row) => sameAs(row['key'] ?? '') !== key);
  return writeRows(seen, rowsIn(list), now ? [...others, { ...now }] : others);
}

type Difference = { kept: Entries; changed: (readonly [string, Entry])[]; removed: string[] };

/** The contract merges groups and replaces lists: a list is sent whole, with what others added. */
function forContract({ value }: SettingsList, { kept, changed, removed }: Difference): unknown {
  if (!value) {
    const left = [...kept].filter(([key]) => !removed.includes(key)).map(([, entry]) => entry.key);
    return [...left, ...changed.map(([, { key }]) => key)];
  }
  const text = (written: string): string => (value.kind === 'decimal' ? plainDecimal(written) : written);
  return Object.fromEntries([
    ...removed.map((key) => [key, null] as const),
    ...changed.map(([, entry]) => [entry.key, text(entry.value)] as const),
  ]);
}

/**
 * The field for a path of the domain: `adminEmails[2]` is the row with that e-mail, `priceIncludes.2027-01-01` the row of that day. A path without a
 * row is the list itself; null for paths outside it.
 */
export function placeIn(
  list: SettingsList,
  path: string,
  { written, change }: { written: FieldTexts; change: unknown },
): string | null {
  const { name, value, sameAs = (key) => key } = list;
  if (path !== name && !path.startsWith(`${name}.`) && !path.startsWith(`${name}[`)) return null;
  const [, index] = /^\[(\d+)\]$/.exec(path.slice(name.length)) ?? [];
  const wanted = index === undefined ? path.slice(name.length + 1) : String((change as unknown[])[Number(index)]);
  const rows = readRows(written, rowsIn(list)).map(trimmed);
  const at = rows.findIndex((row) => !row.isGone && row.key !== '' && sameAs(row.key) === sameAs(wanted));
  return at === -1 ? name : pathOf(list, at, value ? 'value' : 'key');
}
