/** Text that is clean already, as nearly every text is: Latin-1 without control characters, hard space and soft hyphen, with single spaces inside. */
const plain = /^[!-~¡-¬®-ÿ]+(?: [!-~¡-¬®-ÿ]+)*$/;
const spacing = /[\s\p{Cc}]+/gu;
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/g;
const typographic: [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/\u2022/g, '-'],
  [/\u2026/g, '...'],
];

/**
 * Text in the form that a fiscal layout's string type takes: letters with their accents composed, no space at either end, a single space for any run
 * of spaces, line breaks and control characters, and plain characters for the typography of word processors. Letters of other alphabets are kept, so
 * that the schema refuses the field instead of a note being issued with words missing. Code points that XML cannot hold become U+FFFD.
 */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  let clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(invisible, '');
  for (const [fancy, simple] of typographic) clean = clean.replace(fancy, simple);
  return clean.replace(spacing, ' ').trim();
}

/** A text of several lines, separated by line feeds: each as `cleanText` gives it, without empty ones. */
export function cleanLines(text: string): string {
  const lines = text.split(/[\r\n\u0085\u2028\u2029]+/).map(cleanText);
  return lines.filter((line) => line !== '').join('\n');
}

/** Whether all letters of a clean text are in the layout's string type (TString: Latin-1). */
export function hasValidCharacters(text: string): boolean {
  return /^[ -ÿ]*$/.test(text);
}

/** The fewest and the most letters of a text field in the layout. */
export type TextForm = { least: number; most: number };

/** Why a text, once clean, does not fit a field of that form, in Portuguese; null where it fits. */
export function printedTextFault(text: string, { least, most }: TextForm): string | null {
  const { length } = cleanText(text);
  if (!hasValidCharacters(cleanText(text))) {
    return 'O texto tem caracteres que a nota não aceita, como emojis ou outros alfabetos: use letras do português.';
  }
  if (length < least) return `O texto tem ${inLetters(length)}, e a nota pede no mínimo ${least}: complete.`;
  if (length > most) return `O texto tem ${inLetters(length)}, e a nota aceita no máximo ${most}: abrevie.`;
  return null;
}

function inLetters(count: number): string {
  return `${count} ${count === 1 ? 'caractere' : 'caracteres'}`;
}
