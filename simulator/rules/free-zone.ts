import { textOf } from '../xml/element.ts';
import { isSuframa } from './check-digits.ts';
import { has, municipality } from './party.ts';
import type { Rule } from './rule.ts';
import { noteRule } from './rule.ts';

const states = ['AC', 'AM', 'RO', 'RR'];
/** Macapá and Santana, the only municipalities of Amapá in the area. */
const ofAmapa = ['1600303', '1600600'];

/** A recipient who is registered at SUFRAMA (MOC 7.0 Anexo I, E18-20 and E18-30). */
export const freeZoneRules: readonly Rule[] = [
  noteRule(235, 'E18-20', ({ dest }) => has(dest, 'ISUF') && !isSuframa(textOf(dest, 'ISUF') ?? '')),
  noteRule(
    251,
    'E18-30',
    ({ dest }) =>
      has(dest, 'ISUF') &&
      !states.includes(textOf(dest, 'enderDest', 'UF') ?? '') &&
      !ofAmapa.includes(municipality(dest, 'enderDest')),
  ),
];
