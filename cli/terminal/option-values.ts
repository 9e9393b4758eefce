import { DateTime } from 'luxon';
import { Refused } from '../refused.ts';

/** Reads the whole number of a flag, within bounds (both included). */
export function wholeNumber(flag: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Refused('invalid_input', `${flag} deve ser um número inteiro de ${min} a ${max}; veio "${text}".`);
  };
}

/** Reads an option that takes one of a few words. */
export function oneOf<Word extends string>(option: string, words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word) return word;
    throw new Refused('invalid_input', `${option} deve ser ${words.join(' ou ')}; veio "${text}".`);
  };
}

/** Reads a day as AAAA-MM-DD. */
export function day(flag: string): (text: string) => string {
  return (text) => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid) return text;
    throw new Refused('invalid_input', `${flag} deve ser um dia como 2026-11-23; veio "${text}".`);
  };
}
