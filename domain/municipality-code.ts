import table from '../tables/municipalities.json' with { type: 'json' };
import { stateCode } from './states.ts';

const known: ReadonlySet<string> = new Set(
  Object.entries(table.codes).flatMap(([state, codes]) => codes.split(' ').map((code) => state + code)),
);

/** Whether the text is the code of a municipality, seven digits, in IBGE's table as the authority has it (IT 2025.001; rules 270 to 278). */
export function isMunicipalityCode(text: string): boolean {
  return known.has(text);
}

/** Whether the municipality lies in the state, by the two digits with which its code begins. */
export function isInState(municipalityCode: string, state: string): boolean {
  return municipalityCode.startsWith(stateCode(state));
}
