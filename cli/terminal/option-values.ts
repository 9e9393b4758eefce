import { Refused } from '../refused.ts';

/** Reads the whole number of a flag, within bounds (both included). */
export function wholeNumber(flag: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Refused('invalid_input', `${flag} deve ser um número inteiro de ${min} a ${max}; veio "${text}".`);
  };
}
