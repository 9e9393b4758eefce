import table from '../../tables/endpoints.json' with { type: 'json' };
import { textOf } from '../xml/element.ts';
import { has, municipality, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import type { Rule } from './rule.ts';
import { noteRule } from './rule.ts';

const states: Readonly<Record<string, number | undefined>> = table.cUF;

/** Group C: the issuer. */
export const issuerRules: readonly Rule[] = [
  noteRule(207, 'C02-10', ({ emit }) => wrongCnpj(emit)),
  noteRule(401, 'C02a-20', ({ emit }) => wrongCpf(emit)),
  noteRule(273, 'C10-20', ({ ide, emit }) => municipality(emit, 'enderEmit').slice(0, 2) !== textOf(ide, 'cUF')),
  noteRule(247, 'C12-10', ({ emit }, { endpoint }) => {
    const state = states[textOf(emit, 'enderEmit', 'UF') ?? ''] ?? 0;
    return !endpoint.authorizers.some((authorizer) => authorizer.states.has(state));
  }),
  noteRule(554, 'C17-30', ({ emit }) => textOf(emit, 'IE') === 'ISENTO'),
  noteRule(
    166,
    'C17-11',
    ({ emit }, { endpoint }) => !has(emit, 'IE') && endpoint.authorizers.every(({ name }) => name !== 'SVRS'),
  ),
  noteRule(209, 'C17-20', ({ emit }) => wrongRegistration(emit, textOf(emit, 'enderEmit', 'UF'))),
];
