import leven from 'leven';

/** Of so many letters one may be wrong: with more, other words than the one that was meant come near, too. */
export const lettersToOne = 3;

/** How many letters are wrong where one word was written for another; null where so many are that another was meant. Both `plain`. */
export function wrongLetters(written: string, word: string): number | null {
  const wrong = leven(written, word);
  return wrong <= Math.floor(Math.max(written.length, word.length) / lettersToOne) ? wrong : null;
}

/** Letters and digits alone: `Invoice-Type` and `invoiceType` are the same, as are `São Paulo` and `SAO PAULO`. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
