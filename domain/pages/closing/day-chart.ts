import type { ClosingTotals } from '../../closings/summary.ts';
import { at, rectangle } from '../html/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { textWidth } from '../html/text.ts';
import { family, form } from './form.ts';

const plot = { leftCm: 1.3, rightCm: form.widthCm, topCm: 0.35 };
/** Height of the two lines below the bars: days and numbers of notes. */
const belowCm = 0.75;
/** Type size in the drawing, in centimetres. */
const labelCm = 0.195;
const pointsPerCm = 72 / 2.54;

type Day = ClosingTotals['byDay'][number];

/** The value authorized on each day as bars, each with its value above, and its day and number of notes below. */
export function dayChart({ byDay }: ClosingTotals, chartCm: number): Markup {
  const heightCm = chartCm - form.titleCm;
  const bottomCm = heightCm - belowCm;
  const scale = scaleOf(byDay.map(({ totalValue }) => Number(totalValue)));
  const pitchCm = (plot.rightCm - plot.leftCm) / byDay.length;
  const places = byDay.map((of, index) => {
    const value = Number(of.totalValue);
    const topCm = bottomCm - (value / scale.top) * (bottomCm - plot.topCm);
    return { of, value, topCm, bottomCm, middleCm: plot.leftCm + (index + 0.5) * pitchCm, pitchCm };
  });
  return html`<h2>Autorizado por dia<small>em ${scale.unit}</small></h2>
    <svg
      class="chart"
      viewBox="0 0 ${form.widthCm} ${at(heightCm)}"
      role="img"
      aria-label="Valor autorizado em cada dia do mês"
    >
      ${scale.lines.map((value) => gridLine(value, bottomCm - (value / scale.top) * (bottomCm - plot.topCm), scale))}
      <path class="bars" d="${places.map(bar).join('')}" />
      ${places.flatMap((place) => labels(place, scale))}
      ${caption('dia', bottomCm + 0.27)}${caption('notas', bottomCm + 0.56)}
    </svg>`;
}

/** Position of a day's bar. */
type Place = { of: Day; value: number; topCm: number; bottomCm: number; middleCm: number; pitchCm: number };

function gridLine(value: number, y: number, scale: Scale): Markup {
  const path = `M${at(plot.leftCm)} ${at(y)}H${at(plot.rightCm)}`;
  return html`<path class="${value === 0 ? 'axis' : 'grid'}" d="${path}" />${caption(scale.label(value), y + 0.07)}`;
}

function bar({ value, topCm, bottomCm, middleCm, pitchCm }: Place): string {
  if (value <= 0) return '';
  const barCm = Math.max(bottomCm - topCm, 0.02);
  const widthCm = pitchCm * 0.62;
  return rectangle(middleCm - widthCm / 2, bottomCm - barCm, widthCm, barCm);
}

function labels(place: Place, scale: Scale): Markup[] {
  const { of, value, topCm, bottomCm } = place;
  const day = label(String(of.day), bottomCm + 0.27, place);
  if (of.count === 0) return [day];
  return [label(scale.label(value), topCm - 0.06, place), day, label(noteCount(of.count), bottomCm + 0.56, place)];
}

/** Text centred on a day, in smaller type where it would reach into the next day. */
function label(text: string, y: number, { middleCm, pitchCm }: Place): Markup {
  const widthOfOneCm = textWidth(text, pointsPerCm, 'regular', family);
  const size = Math.min(labelCm, (pitchCm - 0.03) / widthOfOneCm);
  return html`<text class="middle" x="${at(middleCm)}" y="${at(y)}" font-size="${at(size)}">${text}</text>`;
}

function caption(text: string, y: number): Markup {
  return html`<text class="tick" x="${at(plot.leftCm - 0.12)}" y="${at(y)}" font-size="${labelCm}">${text}</text>`;
}

function noteCount(notes: number): string {
  return notes < 10_000 ? notes.toLocaleString('pt-BR') : `${Math.round(notes / 1000)} mil`;
}

/** How amounts of money become heights: the end of the axis, its lines, and the unit of its labels. */
type Scale = {
  /** The amount at the upper end of the axis, in reais. */
  top: number;
  lines: number[];
  /** `mil reais`. */
  unit: string;
  /** An amount in the scale's unit, short enough to fit above a bar. */
  label: (value: number) => string;
};

const units = [
  { from: 1e9, unit: 'bilhões de reais' },
  { from: 1e6, unit: 'milhões de reais' },
  { from: 1e4, factor: 1e3, unit: 'mil reais' },
];

/** An axis from zero to just above the largest amount, with at most five lines at round amounts. */
function scaleOf(values: readonly number[]): Scale {
  const largest = Math.max(...values, 0);
  const step = roundStep(largest / 4);
  const top = Math.max(step * Math.ceil(largest / step), step);
  const found = units.find(({ from }) => largest >= from);
  const factor = found?.factor ?? found?.from ?? 1;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return { top, lines, unit: found?.unit ?? 'reais', label: (value) => shortened(value / factor) };
}

/** The least of 1, 2 or 5 times a power of ten that is not below the value; 1 for zero. */
function roundStep(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((times) => times * power >= value) ?? 10);
}

function shortened(value: number): string {
  if (value > 0 && value < 0.1) return '<0,1';
  return value.toLocaleString('pt-BR', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
