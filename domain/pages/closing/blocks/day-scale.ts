/** How amounts of money are drawn as heights: where the axis ends, where it has lines, in which unit it speaks. */
export type Scale = {
  /** Of the axis, in reais. */
  top: number;
  lines: number[];
  /** `mil reais`. */
  unit: string;
  /** An amount in that unit, short enough to stand over a bar. */
  label: (value: number) => string;
};

const units = [
  { from: 1e9, unit: 'bilhões de reais' },
  { from: 1e6, unit: 'milhões de reais' },
  { from: 1e4, factor: 1e3, unit: 'mil reais' },
];

/** An axis from zero to just above the largest amount, with at most five lines at round amounts. */
export function scaleOf(values: readonly number[]): Scale {
  const largest = Math.max(...values, 0);
  const step = roundStep(largest / 4);
  const top = Math.max(step * Math.ceil(largest / step), step);
  const found = units.find(({ from }) => largest >= from);
  const factor = found?.factor ?? found?.from ?? 1;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return { top, lines, unit: found?.unit ?? 'reais', label: (value) => shortened(value / factor) };
}

/** 1, 2 or 5 times a power of ten, not below the value; 1 of nothing. */
function roundStep(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((times) => times * power >= value) ?? 10);
}

function shortened(value: number): string {
  if (value > 0 && value < 0.1) return '<0,1';
  return value.toLocaleString('pt-BR', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
