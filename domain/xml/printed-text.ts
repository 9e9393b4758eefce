import { cleanText, isPrintable } from './clean-text.ts';

/** The fewest and the most letters of a field of the layout. */
export type TextForm = { least: number; most: number };

/** Why a text, once clean, cannot stand in a field of that form, in Portuguese; null when it can. */
export function printedTextFault(text: string, { least, most }: TextForm): string | null {
  const { length } = cleanText(text);
  if (!isPrintable(cleanText(text))) {
    return 'O texto tem caracteres que a nota não aceita, como emojis ou outros alfabetos: use letras do português.';
  }
  if (length < least) return `O texto tem ${inLetters(length)}, e a nota pede no mínimo ${least}: complete.`;
  if (length > most) return `O texto tem ${inLetters(length)}, e a nota aceita no máximo ${most}: abrevie.`;
  return null;
}

function inLetters(count: number): string {
  return `${count} ${count === 1 ? 'caractere' : 'caracteres'}`;
}
