import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { fieldHtml, type FormState, idOf } from '../../forms/fields.ts';
import { readRows, type Row } from '../../forms/rows.ts';
import { count, shortDay } from '../../parts/words.ts';
import { type Entry, standingIn, rowInWords } from './list-entries.ts';
import { rowFields, rowsIn, type SettingsList } from './lists.ts';

/** A list in a settings form: its stored rows, and how many past ones are left out. */
export type SettingsListView = { list: SettingsList; entries: readonly Entry[]; left: number; today: string };

type NumberedRow = { row: Row; at: number };

/** A list in rows, with an empty one at the end. A setting by date shows today's value, and folds the past ones. */
export function settingsListHtml(view: SettingsListView, state: FormState): Markup {
  const { list, entries, left, today } = view;
  const rows = withEmptyRow(list, readRows(state.values, rowsIn(list))).map((row, at): NumberedRow => ({ row, at }));
  const fault = state.faults[list.name];
  const past = new Set(list.usual === undefined ? [] : standingIn(entries, today).past.map(({ key }) => key));
  const isPast = ({ row, at }: NumberedRow): boolean =>
    past.has(row['key'] ?? '') && isFixed(view, row) && !isWrong(state, list, at);
  const folded = rows.filter(isPast);
  return html`<fieldset class="rows" id="${idOf(list.name)}" tabindex="-1">
    <legend>${list.title}</legend>
    <p class="soft">${list.help}</p>
    ${list.usual === undefined ? undefined : todayHtml(view)}
    ${fault ? html`<strong class="wrong">${fault}</strong>` : undefined}
    ${rows.filter((each) => !isPast(each)).map((each) => rowHtml(view, each, state))}
    ${
      folded.length === 0
        ? undefined
        : html`<details class="more">
            <summary>O que valeu <small>${count(folded.length + left)}</small></summary>
            ${left > 0 ? html`<p class="soft">Os ${count(left)} mais antigos não estão aqui, e ficam como estão.</p>` : undefined}
            ${folded.toReversed().map((each) => rowHtml(view, each, state))}
          </details>`
    }
  </fieldset>`;
}

function withEmptyRow({ most }: SettingsList, rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  const hasEmpty = last !== undefined && !last['key']?.trim() && !last['value']?.trim();
  return hasEmpty || rows.length >= most ? rows : [...rows, {}];
}

function todayHtml({ list, entries, today }: SettingsListView): Markup {
  const { present, future } = standingIn(entries, today);
  const [next] = future;
  return html`<p>
    <b>Hoje:</b> ${present ? rowInWords(list, present) : `${list.usual ?? ''}, como é de costume`}.
    ${next ? html`<b>Depois:</b> ${rowInWords(list, next)}.` : undefined}
  </p>`;
}

/** Whether a row is a stored dated value that already applies: it is shown, but cannot be changed. */
function isFixed({ list, entries, today }: SettingsListView, { key, value }: Row): boolean {
  if (list.usual === undefined || key === undefined || key > today) return false;
  return entries.some((entry) => entry.key === key && entry.value === value);
}

const isWrong = ({ faults }: FormState, list: SettingsList, at: number): boolean =>
  rowFields(list, at).some(({ name }) => faults[name]);

function rowHtml(view: SettingsListView, { row, at }: NumberedRow, state: FormState): Markup {
  const { list, entries, today } = view;
  const isKept = entries.some(({ key }) => key === row['key']);
  const gone = `${list.name}[${at}].gone`;
  const fields = rowFields(list, at);
  const inside = isFixed(view, row)
    ? html`<p>
        ${standing(standingIn(entries, today).present?.key === row['key'])}
        ${rowInWords(list, { key: row['key'] ?? '', value: row['value'] ?? '' })}
        ${fields.map(({ name }) => html`<input type="hidden" name="${name}" value="${state.values[name] ?? ''}" />`)}
        ${fields.flatMap(({ name }) => (state.faults[name] ? [html`<strong class="wrong">${state.faults[name]}</strong>`] : []))}
      </p>`
    : html`${isKept && list.usual !== undefined ? html`<p>Vem em ${shortDay(row['key'] ?? '')}</p>` : undefined}
        <div class="fields">${fields.map((field) => fieldHtml(field, state))}</div>`;
  return html`<div class="row" role="group" aria-label="${isKept ? `Linha ${at + 1}` : 'Linha nova'}">
    ${inside}
    ${isKept || row['gone'] ? fieldHtml({ name: gone, label: 'Tirar esta linha', kind: 'yesNo' }, state) : undefined}
  </div>`;
}

const standing = (isPresent: boolean): Markup => (isPresent ? html`<b>Vale hoje:</b>` : html`<b>Valeu:</b>`);
