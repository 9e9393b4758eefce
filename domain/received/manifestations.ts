import type { Manifestation } from './kinds.ts';

/** tpEvento of each manifestation, and its title in Portuguese (NT 2020.001; MOC 7.0 Anexo I 5.12). */
const kinds = {
  CIENCIA: { code: '210210', title: 'Ciência da operação' },
  CONFIRMADA: { code: '210200', title: 'Confirmação da operação' },
  DESCONHECIDA: { code: '210220', title: 'Desconhecimento da operação' },
  NAO_REALIZADA: { code: '210240', title: 'Operação não realizada' },
} as const satisfies Record<Manifestation, { code: string; title: string }>;

/** tpEvento of every manifestation. */
export const manifestationCodes: readonly string[] = Object.values(kinds).map(({ code }) => code);

/** tpEvento of the awareness, which does not settle the matter. */
export const awarenessCode = kinds.CIENCIA.code;

/** tpEvento of a manifestation. */
export function codeOf(manifestation: Manifestation): string {
  return kinds[manifestation].code;
}

/** In Portuguese, for people: `Ciência da operação`. */
export function titleOfManifestation(manifestation: Manifestation): string {
  return kinds[manifestation].title;
}

/** The manifestation of a tpEvento; null for other events. */
export function manifestationOf(code: string): Manifestation | null {
  switch (code) {
    case kinds.CIENCIA.code:
      return 'CIENCIA';
    case kinds.CONFIRMADA.code:
      return 'CONFIRMADA';
    case kinds.DESCONHECIDA.code:
      return 'DESCONHECIDA';
    case kinds.NAO_REALIZADA.code:
      return 'NAO_REALIZADA';
    default:
      return null;
  }
}

/** Whether a manifestation settles the matter, and so outranks an awareness. */
export function isConclusion(code: string): boolean {
  return code !== awarenessCode && manifestationCodes.includes(code);
}
