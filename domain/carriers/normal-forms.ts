import type { Issue } from '../errors.ts';
import type { Fault } from '../faults.ts';
import { stateCodes } from '../states.ts';

/** Old plates (also those of two or four letters that the layout still knows) and Mercosul ones. */
const forms = /^([A-Z]{2,3}[0-9]{4}|[A-Z]{3,4}[0-9]{3}|[A-Z]{3}[0-9][A-Z][0-9]{2})$/;

/** A plate as the layout has it: without spaces, dots and dashes, upper case (`abc-1d23` is `ABC1D23`). */
export function plainPlate(plate: string): string {
  return plate.replace(/[\s.\p{Pd}]/gu, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Whether a plate without its punctuation has a form that vehicles carry (TVeiculo, X19). */
export function isPlate(plain: string): boolean {
  return forms.test(plain);
}

/** Checks the form of a plate as a caller wrote it: the same code on a fleet and on a document. */
export function checkPlate(written: string, path: string): Fault[] {
  if (isPlate(plainPlate(written))) return [];
  const message = `A placa tem o formato ABC1234 ou ABC1D23, com ou sem hífen. Veio ${written.slice(0, 20) || 'vazia'}.`;
  return [{ code: 'invalid_plate', path, message }];
}

/** A state's two letters as the layout has them; null without any. */
export function plainState(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}

/** Checks that the letters, if any, are a state's. */
export function checkState(state: string | null): Issue[] {
  if (state === null || stateCodes.has(state)) return [];
  return [{ path: 'state', message: `${state} não é a sigla de uma UF: use duas letras, como SP.` }];
}

/** A state or RNTRC registration without its punctuation, letters in upper case; null where nothing is left. */
export function plainRegistration(text: string | null | undefined): string | null {
  return (text ?? '').toUpperCase().replace(/[\s./\p{Pd}]/gu, '') || null;
}

/** ANTT gives eight digits, and older ones came with the holder's category in letters; the layout takes 20 characters (X21). */
export function checkRntrc(plain: string | null, path: string): Issue[] {
  if (plain === null || /^[0-9A-Z]{1,20}$/.test(plain)) return [];
  return [{ path, message: 'O RNTRC (código da ANTT) tem até 20 letras e dígitos, como 12345678.' }];
}
