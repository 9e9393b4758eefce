import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import type { ClosingSummary } from '../../../domain/closings/summary.ts';
import { closingHtml } from '../../../domain/pages/closing/closing-html.ts';
import { form } from '../../../domain/pages/closing/form.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { bakery, consultancy, largest, nothingLeft, seriesNumbers } from '../../domain/pages/closing/summaries.ts';
import { overlapsOf } from './overlaps.ts';
import { fontNames, printed } from './printed.ts';

let renderer: Renderer;
beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath: path, args });
});
afterAll(() => renderer.close());

const { paper, margin } = form;
const hundredSeries = Array.from({ length: 100 }, (_, index) => seriesNumbers({ series: index + 1 }));

test.each<[string, ClosingSummary]>([
  ['of a bakery', bakery],
  ['of services alone', consultancy],
  ['of as much as there can be', largest],
  ['of as much, without notes that have no PDF', { ...largest, withoutPdf: [], withoutPdfCount: 0 }],
  ['of 300 CFOP and no service', { ...largest, totals: { ...largest.totals, byService: [] } }],
  ['of few notes in a hundred series', { ...consultancy, numbering: hundredSeries }],
  ['in which everything was cancelled', nothingLeft],
])('the page of a month %s is one A4 sheet in Arimo, its texts within and clear of each other', async (_, summary) => {
  const pdf = await renderer.pdf(closingHtml(summary));
  expect(fontNames(pdf)).toEqual(['Arimo-Bold', 'Arimo-Regular']);
  const pages = await printed(pdf);
  expect(pages.map(({ widthCm, heightCm }) => [widthCm.toFixed(1), heightCm.toFixed(1)])).toEqual([['21.0', '29.7']]);
  const texts = pages[0]?.texts ?? [];
  const footerTop = paper.heightCm - margin.bottomCm - form.footerCm;
  const footer = texts.findIndex(({ text }) => text.startsWith('Os valores são'));
  expect(footer).toBeGreaterThan(60);
  texts.forEach(({ text, leftCm, topCm, widthCm, sizeCm }, index) => {
    const bottomCm = index < footer ? footerTop : paper.heightCm - margin.bottomCm;
    const isAcross = leftCm > margin.sideCm - 0.01 && leftCm + widthCm < paper.widthCm - margin.sideCm + 0.01;
    const isInside = isAcross && topCm - sizeCm > margin.topCm - 0.1 && topCm < bottomCm;
    expect({ text, isInside }).toEqual({ text, isInside: true });
  });
  expect(overlapsOf(texts)).toEqual([]);
});
