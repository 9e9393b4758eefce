/**
 * The paper of the coupon, in centimetres: a roll of 80 mm, printed on 72, as wide as thermal printers reach (Manual do DANFE NFC-e v6.0:
 * at least 56 mm, margins of at least 2). `longestCm` is as long as one page of a PDF may be, with room to spare.
 */
export const roll = {
  widthCm: 8,
  sideCm: 0.4,
  printCm: 7.2,
  endCm: 0.4,
  longestCm: 480,
  sizePt: 8,
  lineCm: 0.34,
} as const;
