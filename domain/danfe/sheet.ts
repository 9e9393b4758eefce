/**
 * The A4 sheet and the frame that is printed on, in centimetres from the top left corner (MOC 7.0 Anexo II §3.8.1).
 * `lineCm` is the line of item and additional text, set in `smallPt`.
 */
export const sheet = {
  widthCm: 21,
  heightCm: 29.7,
  leftCm: 0.25,
  topCm: 0.42,
  printWidthCm: 20.57,
  bottomCm: 29.4,
  titleCm: 0.42,
  fieldCm: 0.85,
  lineCm: 0.26,
  smallPt: 6.5,
  paddingCm: 0.07,
} as const;
