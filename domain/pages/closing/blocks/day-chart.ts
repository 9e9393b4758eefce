import type { ClosingTotals } from '../../../closings/summary.ts';
import { html, type Markup } from '../../html/markup.ts';
import { at, rectangle } from '../../html/svg-path.ts';
import { textWidth } from '../../html/text-width.ts';
import { family, form } from '../form.ts';
import { type Scale, scaleOf } from './day-scale.ts';

const plot = { leftCm: 1.3, rightCm: form.widthCm, topCm: 0.35, bottomCm: form.chartCm - form.titleCm - 0.75 };
const heightCm = form.chartCm - form.titleCm;
const plotCm = plot.bottomCm - plot.topCm;
/** Sizes of type in the drawing. */
const labelCm = 0.205;
const smallCm = 0.19;

type Days = ClosingTotals['byDay'];

/** What was authorized on each day: a bar with its value, the day and its number of notes below. */
export function dayChart({ byDay }: ClosingTotals): Markup {
  const scale = scaleOf(byDay.map(({ totalValue }) => Number(totalValue)));
  const pitchCm = (plot.rightCm - plot.leftCm) / byDay.length;
  const middle = (index: number): number => plot.leftCm + (index + 0.5) * pitchCm;
  return html`<h2>Autorizado por dia<small>em ${scale.unit}</small></h2>
    <svg
      class="chart"
      viewBox="0 0 ${form.widthCm} ${at(heightCm)}"
      role="img"
      aria-label="Valor autorizado em cada dia do mês"
    >
      ${scale.lines.map((value) => gridLine(value, scale))}
      <path
        class="bars"
        d="${byDay.map(({ totalValue }, index) => bar(Number(totalValue), { scale, middleCm: middle(index), pitchCm })).join('')}"
      />
      ${byDay.flatMap((day, index) => labels(day, { scale, middleCm: middle(index), pitchCm }))}
      ${caption('dia', plot.bottomCm + 0.27)}${caption('notas', plot.bottomCm + 0.56)}
    </svg>`;
}

type Place = { scale: Scale; middleCm: number; pitchCm: number };

function heightOf(value: number, { top }: Scale): number {
  return (value / top) * plotCm;
}

function gridLine(value: number, scale: Scale): Markup {
  const y = plot.bottomCm - heightOf(value, scale);
  return html`<path
      class="${value === 0 ? 'axis' : 'grid'}"
      d="M${at(plot.leftCm)} ${at(y)}H${at(plot.rightCm)}"
    /><text class="tick" x="${at(plot.leftCm - 0.12)}" y="${at(y + labelCm * 0.36)}" font-size="${labelCm}"
      >${scale.label(value)}</text
    >`;
}

function bar(value: number, { scale, middleCm, pitchCm }: Place): string {
  if (value <= 0) return '';
  const barCm = Math.max(heightOf(value, scale), 0.02);
  const widthCm = pitchCm * 0.62;
  return rectangle(middleCm - widthCm / 2, plot.bottomCm - barCm, widthCm, barCm);
}

function labels({ day, count, totalValue }: Days[number], place: Place): Markup[] {
  const { scale, middleCm } = place;
  const value = Number(totalValue);
  const above = plot.bottomCm - heightOf(value, scale) - 0.06;
  return [
    ...(count === 0
      ? []
      : [
          middleText(scale.label(value), middleCm, above, place),
          middleText(noteCount(count), middleCm, plot.bottomCm + 0.56, place),
        ]),
    middleText(String(day), middleCm, plot.bottomCm + 0.27, place),
  ];
}

function middleText(text: string, x: number, y: number, { pitchCm }: Place): Markup {
  const width = textWidth(text, 1, 'regular', family) * (72 / 2.54);
  const size = Math.min(smallCm, (pitchCm - 0.03) / width);
  return html`<text class="middle" x="${at(x)}" y="${at(y)}" font-size="${at(size)}">${text}</text>`;
}

function caption(text: string, y: number): Markup {
  return html`<text class="tick" x="${at(plot.leftCm - 0.12)}" y="${at(y)}" font-size="${smallCm}">${text}</text>`;
}

function noteCount(notes: number): string {
  return notes < 10_000 ? notes.toLocaleString('pt-BR') : `${Math.round(notes / 1000)} mil`;
}
