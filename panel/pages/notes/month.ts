import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { decimal, sum } from '../../../domain/money.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { DayFigure } from '../../../operations/lists/tally.ts';
import { count, monthOfDay } from '../../parts/words.ts';

type Days = { from?: string; to?: string };

/** The first day of the month that a list shows: the month of its days, or else the present one. */
export function monthShown({ from, to }: Days, now: Date): string {
  const within =
    from !== undefined && (to === undefined || to.slice(0, 7) === from.slice(0, 7)) ? from : brasiliaDay(now);
  return `${within.slice(0, 7)}-01`;
}

export type MonthStrip = {
  /** The month's first day. */
  month: string;
  days: DayFigure[];
  chosen: Days;
  now: Date;
  /** The address of the list of some days. */
  address: (days: { from: string; to: string }) => string;
};

/** What was authorized in a month, day by day, with links to the notes of each day. */
export function monthStrip({ month, days, chosen, now, address }: MonthStrip): Markup {
  const today = brasiliaDay(now);
  const all = daysOf(month);
  const figures = new Map(days.map((figure) => [figure.day, figure]));
  const most = Math.max(...days.map(({ amount }) => Number(amount)), 1);
  const total = sum(days.map(({ amount }) => decimal(amount)));
  const notes = days.reduce((together, day) => together + day.notes, 0);
  const other = (first: string, rel: string, word: string): Markup =>
    html`<a rel="${rel}" href="${address({ from: first, to: daysOf(first).at(-1) ?? first })}">${word}</a>`;
  const next = monthAfter(month, 1);
  return html`<section class="month" aria-labelledby="mes">
    <div class="month-head">
      <h2 id="mes">${monthOfDay(month)}</h2>
      <dl>
        <div>
          <dt>Autorizadas</dt>
          <dd>${count(notes)}</dd>
        </div>
        <div>
          <dt>Valor</dt>
          <dd><small>R$</small> ${brazilianMoney(total.toFixed(2))}</dd>
        </div>
      </dl>
      <p>
        ${other(monthAfter(month, -1), 'prev', '‹ Mês anterior')}
        ${next <= today ? other(next, 'next', 'Mês seguinte ›') : undefined}
      </p>
    </div>
    <ol class="days">
      ${all.map((day) => bar({ day, figure: figures.get(day), most, today, chosen, address }))}
    </ol>
  </section>`;
}

type Bar = Pick<MonthStrip, 'chosen' | 'address'> & {
  day: string;
  figure: DayFigure | undefined;
  most: number;
  today: string;
};

/** The height of the strip, in units of its picture. */
const barUnits = 40;

function bar({ day, figure, most, today, chosen, address }: Bar): Markup {
  const number = String(Number(day.slice(8)));
  if (day > today) return html`<li class="later"><small>${number}</small></li>`;
  const height = figure ? Math.max(1, Math.round((Number(figure.amount) / most) * barUnits)) : 0;
  const words = figure
    ? `${count(figure.notes)} ${figure.notes === 1 ? 'nota' : 'notas'}, R$ ${brazilianMoney(figure.amount)}`
    : 'nenhuma nota';
  const isChosen = chosen.from === day && chosen.to === day;
  return html`<li>
    <a
      href="${address({ from: day, to: day })}"
      title="Dia ${number}: ${words}"
      ${isChosen ? html`aria-current="date"` : undefined}
      ${day === today ? html`data-today` : undefined}
      ><svg viewBox="0 0 10 ${barUnits}" preserveAspectRatio="none" aria-hidden="true">
        <rect x="1" y="${barUnits - height}" width="8" height="${height}" /></svg
      ><small>${number}</small></a
    >
  </li>`;
}

function daysOf(month: string): string[] {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, ofYear, 0)).getUTCDate();
  return Array.from({ length: last }, (_, index) => `${month.slice(0, 7)}-${String(index + 1).padStart(2, '0')}`);
}

function monthAfter(month: string, step: number): string {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, ofYear - 1 + step, 1)).toISOString().slice(0, 10);
}
