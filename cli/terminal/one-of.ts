import { Refused } from '../refused.ts';

/** Reads an option that takes one of a few words. */
export function oneOf<Word extends string>(option: string, words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word) return word;
    throw new Refused('invalid_input', `${option} deve ser ${words.join(' ou ')}; veio "${text}".`);
  };
}
