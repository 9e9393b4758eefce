export type Orientation = 'PORTRAIT' | 'LANDSCAPE';

/** Sizes of the block that every sheet repeats. `leftCm` is its left edge, which in landscape lies above the strip of titles. */
export type HeadSizes = {
  leftCm: number;
  heightCm: number;
  emitterCm: number;
  /** Width of the emitter box where the key has letters, whose bars need more room. */
  narrowEmitterCm: number;
  documentCm: number;
  barcodeCm: number;
  protocolCm: number;
};

/** An A4 sheet and the frame for blocks, in centimetres from the top left corner. */
export type Sheet = {
  orientation: Orientation;
  widthCm: number;
  heightCm: number;
  /** Left edge and width of rows of fields. */
  leftCm: number;
  printWidthCm: number;
  topCm: number;
  bottomCm: number;
  /** Size of a block's title: the height of a line above its rows in portrait, the width of a strip to their left in landscape. */
  titleCm: number;
  fieldCm: number;
  /** A field's label: its distance from the upper rule of the box, and its line height; then the line heights of a value on one line and on two. */
  labelTopCm: number;
  labelLinePt: number;
  valueLinePt: number;
  tightLinePt: number;
  instalmentCm: number;
  /** Width of the complementary information; the rest of that block is for the authority. */
  infoCm: number;
  head: HeadSizes;
  instalmentsPerRow: number;
};

/** Portrait (MOC 7.0 Anexo II §3.8.1). */
const portrait: Sheet = {
  orientation: 'PORTRAIT',
  widthCm: 21,
  heightCm: 29.7,
  leftCm: 0.25,
  printWidthCm: 20.57,
  topCm: 0.42,
  bottomCm: 29.4,
  titleCm: 0.42,
  fieldCm: 0.85,
  labelTopCm: 0.02,
  labelLinePt: 7,
  valueLinePt: 12,
  tightLinePt: 7,
  instalmentCm: 0.42,
  instalmentsPerRow: 5,
  infoCm: 12.95,
  head: {
    leftCm: 0.25,
    heightCm: 3.92,
    emitterCm: 10,
    narrowEmitterCm: 5.33,
    documentCm: 2.54,
    barcodeCm: 1.48,
    protocolCm: 8.03,
  },
};

/**
 * Landscape (MOC 7.0 Anexo II §3.8.2), with two differences. Its lowest edge would leave less than the margin of 0.2 cm that §3.7 requires. Its strip
 * of titles of 0.51 cm has no room for three legible lines, and takes 2 mm of the stub.
 */
const landscape: Sheet = {
  orientation: 'LANDSCAPE',
  widthCm: 29.7,
  heightCm: 21,
  leftCm: 2.92,
  printWidthCm: 26.54,
  topCm: 0.47,
  bottomCm: 20.8,
  titleCm: 0.71,
  fieldCm: 0.64,
  labelTopCm: 0.03,
  labelLinePt: 6,
  valueLinePt: 10.5,
  tightLinePt: 5.6,
  instalmentCm: 0.42,
  instalmentsPerRow: 6,
  infoCm: 19.05,
  head: {
    leftCm: 2.21,
    heightCm: 3.1,
    emitterCm: 11.63,
    narrowEmitterCm: 11.63,
    documentCm: 3.05,
    barcodeCm: 1.19,
    protocolCm: 12.57,
  },
};

export const sheets: Record<Orientation, Sheet> = { PORTRAIT: portrait, LANDSCAPE: landscape };
