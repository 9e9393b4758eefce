import { stateCodes } from '../states.ts';
import type { Issue } from '../errors.ts';

/** A state's two letters as the layout has them; null without any. */
export function plainState(text: string | null | undefined): string | null {
  return text?.trim().toUpperCase() || null;
}

/** Whether the letters, where there are any, are a state's. */
export function checkState(state: string | null): Issue[] {
  if (state === null || stateCodes.has(state)) return [];
  return [{ path: 'state', message: `${state} não é a sigla de uma UF: use duas letras, como SP.` }];
}
