import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { faultSummary, fieldGroup, type FormState, idOf } from '../../forms/fields.ts';
import { readRows, type FieldTexts } from '../../forms/rows.ts';
import { seenHtml } from '../../forms/concurrent-changes.ts';
import { framedPage } from '../../parts/frame.ts';
import { count } from '../../parts/words.ts';
import { formOfGroup, ownIn, type ShownSettings } from './changes.ts';
import type { AddressedGroup } from './groups.ts';
import { entriesOf, shownEntries } from './list-entries.ts';
import { asGroup, rowsIn } from './lists.ts';
import { settingsListHtml } from './lists-view.ts';
import { trail, type View } from './view.ts';

type GroupView = View & {
  group: AddressedGroup;
  settings: ShownSettings;
  state: FormState;
  /** What the form showed first: it is sent along, so that changes of others stay. */
  seen: FieldTexts;
};

/** The form of one group of settings. */
export function groupHtml({ person, base, group, settings, state, seen }: GroupView): string {
  const { slug, title, help, parts, lists = [] } = group;
  const own = ownIn(settings, formOfGroup(group));
  const today = brasiliaDay(new Date());
  const listGroups = lists.map((list) => asGroup(list, readRows(state.values, rowsIn(list)).length));
  return framedPage({
    title,
    here: 'ajustes',
    person,
    body: html`${trail(base)}
      <div class="head"><h1>${title}</h1></div>
      <p>${help}</p>
      ${
        own.length === 0
          ? undefined
          : html`<details class="unusual">
              <summary>Diferente do de costume: ${count(own.length)}</summary>
              <ul>
                ${own.map(({ name, label, words }) => html`<li><a href="#${idOf(name)}">${label}</a>: ${words}</li>`)}
              </ul>
            </details>`
      }
      <form method="post" action="${base}/ajustes/${slug}">
        ${seenHtml(seen)} ${faultSummary([...parts, ...listGroups], state)}
        ${parts.map((part) => fieldGroup(part, state))}
        ${lists.map((list) => {
          const entries = entriesOf(list, settings.form);
          const { left } = shownEntries(list, entries, today);
          return settingsListHtml({ list, entries, left, today }, state);
        })}
        <div class="actions">
          <button class="button">Guardar</button>
          <a class="quiet-link" href="${base}/ajustes">Desistir</a>
        </div>
      </form>`,
  });
}
