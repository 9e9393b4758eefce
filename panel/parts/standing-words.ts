import type { Standing } from '../../domain/conversation/authority.ts';

/** The standing of an authority's service in words. */
export const standingWords: Record<Standing, string> = {
  OPEN: 'Em operação',
  SHUT: 'Fora do ar',
  CLOSING: 'Em desativação',
  OFF: 'Desativada',
};
