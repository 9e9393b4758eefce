import type { Standing } from '../../domain/conversation/authority.ts';

/** How the service of an authority stands, as people say it. */
export const standingWords: Record<Standing, string> = {
  OPEN: 'Em operação',
  SHUT: 'Fora do ar',
  CLOSING: 'Em desativação',
  OFF: 'Desativada',
};
