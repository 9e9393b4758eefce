import type { Issue } from '../errors.ts';

/** A state or RNTRC registration without its punctuation, letters in upper case; null where nothing is left. */
export function plainRegistration(text: string | null | undefined): string | null {
  return (text ?? '').toUpperCase().replace(/[\s./\p{Pd}]/gu, '') || null;
}

/** ANTT gives eight digits, and older ones came with the holder's category in letters; the layout takes 20 characters (X21). */
export function checkRntrc(plain: string | null, path: string): Issue[] {
  if (plain === null || /^[0-9A-Z]{1,20}$/.test(plain)) return [];
  return [{ path, message: 'O RNTRC (código da ANTT) tem até 20 letras e dígitos, como 12345678.' }];
}
