/**
 * The form of the page of a closing, in centimetres. Every line of it has a fixed height, so that what fits the one sheet is known before
 * it is printed.
 */
export const form = {
  paper: { widthCm: 21, heightCm: 29.7 },
  margin: { sideCm: 1.5, topCm: 1.2, bottomCm: 1.1 },
  widthCm: 18,
  headingCm: 2.65,
  figuresCm: 1.75,
  /** Of the chart by day: at least, and at most where there is room. */
  chartCm: 4.5,
  tallestChartCm: 7,
  footerCm: 1.4,
  /** Between blocks. */
  gapCm: 0.4,
  /** A block's title, and a row of a table. */
  titleCm: 0.58,
  rowCm: 0.39,
  /** Taxes on the left, postings on the right. */
  leftCm: 7.2,
  rightCm: 10.2,
  gutterCm: 0.6,
} as const;

/** Arimo is the metric twin of Arial. */
export const family = 'Arimo';

/** Sizes of type: what tables say and the least that it may shrink to, titles, and small print. */
export const contentPt = 7.5;
export const smallestPt = 4.5;
export const titlePt = 9;
export const smallPt = 6.5;

/** What is between heading, figures and chart above and the footer below: room for tables and remarks. */
export const roomCm =
  form.paper.heightCm -
  0.01 -
  form.margin.topCm -
  form.margin.bottomCm -
  form.headingCm -
  form.figuresCm -
  form.chartCm -
  form.footerCm -
  4 * form.gapCm;
