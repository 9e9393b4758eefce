/** A browser sets base lines on whole pixels, 96 to the inch: heights of so many keep all labels equally far from what they name. */
const pixels = (count: number) => (count / 96) * 2.54;

/**
 * The form of NT SE/CGNFS-e 008 v1.02 of 14/07/2026, in centimetres from the top left corner (2.2, 2.4.5): a frame within margins of 0.15
 * to 0.20, a grid of four columns, and heights within a fifth of a millimetre of the note's.
 */
export const form = {
  paper: { widthCm: 21, heightCm: 29.7 },
  frame: { leftCm: 0.2, topCm: 0.2, rightCm: 20.8, bottomCm: 29.5 },
  columnsCm: [0.3, 5.41, 10.51, 15.62] as readonly number[],
  rightCm: 20.7,
  headBottomCm: pixels(56),
  keyRowCm: pixels(30),
  mainRowCm: pixels(26),
  rowCm: pixels(24),
  titleLineCm: pixels(15),
  sentenceCm: pixels(14),
  lineCm: pixels(10),
  /** From the rule or row above to the first line of text. */
  gapCm: pixels(2),
} as const;

/** Sizes of type (2.4): what fields say, long texts included, and the headings of the page. */
export const contentPt = 7;
export const headingPt = 8;
export const smallPt = 6;

/** Arial is asked for, and Microsoft Sans Serif; neither may be given away with a program, so that Arimo stands for both. */
export const family = 'Arimo';

/** Where a column begins, also the one after the last. */
export function columnLeftCm(column: number): number {
  return form.columnsCm[column] ?? form.rightCm + betweenCm;
}

/** The room that text has from one column to the next but `span - 1`. */
export function innerWidthCm(column: number, span = 1): number {
  return columnLeftCm(column + span) - columnLeftCm(column) - betweenCm;
}

const betweenCm = 0.1;
