import leven from 'leven';

/** One letter in three may be wrong; if more could, other words than the one that was meant would match, too. */
export const lettersToOne = 3;

/** How many letters differ between a written word and another, both `plain`; null where too many differ for the other to be meant. */
export function wrongLetters(written: string, word: string): number | null {
  const wrong = leven(written, word);
  return wrong <= Math.floor(Math.max(written.length, word.length) / lettersToOne) ? wrong : null;
}

/** Letters and digits only, without accents and in one case: `Invoice-Type` and `invoiceType` become the same, as do `São Paulo` and `SAO PAULO`. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
