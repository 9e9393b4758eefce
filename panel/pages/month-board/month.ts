import { DateTime } from 'luxon';
import { brasiliaMonth, brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import { hasBegun, type Month, monthFromDigits, monthInDigits } from '../../../domain/month.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { monthOfDay } from '../../parts/words.ts';

const shown = 12;

/** The month that an address names, `2026-10`; null for any other text, and for a month before 2000 or still to come. */
export function monthIn(text: string | undefined, now: Date): Month | null {
  const month = monthFromDigits(text ?? '');
  return month && month.year >= 2000 && hasBegun(month, now) ? month : null;
}

/** The month that is due to be closed now: the last one. */
export function monthToClose(now: Date): Month {
  const { year, month } = DateTime.fromJSDate(now, { zone }).minus({ months: 1 });
  return { year, month };
}

/** `outubro de 2026` */
export function named(month: Month): string {
  return monthOfDay(`${monthInDigits(month)}-01`);
}

/** Links to the boards of twelve months around this one, the newest last. */
export function months(board: string, here: Month, now: Date): Markup {
  const current = DateTime.fromISO(brasiliaMonth(now), { zone, locale: 'pt-BR' });
  const chosen = DateTime.fromISO(monthInDigits(here), { zone, locale: 'pt-BR' });
  const end = DateTime.min(current, chosen.plus({ months: shown / 2 }));
  const last = current.diff(chosen, 'months').months < shown ? current : end;
  const all = Array.from({ length: shown }, (_, at) => last.minus({ months: shown - 1 - at }));
  return html`<nav class="months" aria-label="Meses">
    <ul>
      ${all.map((each) => {
        const digits = each.toFormat('yyyy-MM');
        const isHere = digits === monthInDigits(here);
        return html`<li>
          <a href="${board}/${digits}" ${isHere ? html`aria-current="page"` : undefined}
            ><abbr title="${each.toFormat("LLLL 'de' yyyy")}">${each.toFormat('LLL').replace('.', '')}</abbr
            >${each.month === 1 || each === all[0] ? html` <small>${each.toFormat('yyyy')}</small>` : undefined}</a
          >
        </li>`;
      })}
    </ul>
  </nav>`;
}
