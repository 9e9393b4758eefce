/** Sizes within the emitter box: those of the logo, and what is left for the words, below it or to its right. */
export type LogoPlace = {
  logo: { widthCm: number; heightCm: number };
  words: { leftCm: number; topCm: number; widthCm: number; heightCm: number };
};

type BoxSize = { widthCm: number; heightCm: number };

const marginCm = 0.1;
const sharesBeside = [0.38, 0.3, 0.22];
const sharesAbove = [0.36, 0.28, 0.2];

/** Where a logo of that shape (width by height) may stand, the largest first. */
export function logoPlaces(shape: number, box: BoxSize): LogoPlace[] {
  const beside = sharesBeside.map((share): LogoPlace => {
    const logo = scaled(shape, { widthCm: box.widthCm * share - marginCm, heightCm: box.heightCm - 2 * marginCm });
    const leftCm = logo.widthCm + 2 * marginCm;
    return { logo, words: { leftCm, topCm: 0, widthCm: box.widthCm - leftCm, heightCm: box.heightCm } };
  });
  const above = sharesAbove.map((share): LogoPlace => {
    const logo = scaled(shape, { widthCm: box.widthCm - 2 * marginCm, heightCm: box.heightCm * share - marginCm });
    const topCm = logo.heightCm + marginCm;
    return { logo, words: { leftCm: 0, topCm, widthCm: box.widthCm, heightCm: box.heightCm - topCm } };
  });
  return [...beside, ...above].sort((one, other) => other.logo.heightCm - one.logo.heightCm);
}

function scaled(shape: number, { widthCm, heightCm }: BoxSize): BoxSize {
  const fittedCm = Math.min(widthCm, heightCm * shape);
  return { widthCm: fittedCm, heightCm: fittedCm / shape };
}
