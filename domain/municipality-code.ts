import table from '../tables/municipalities.json' with { type: 'json' };
import { plain, wrongLetters } from './spelling.ts';
import { stateCode, stateCodes } from './states.ts';

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(table.codes).flatMap(([state, codes]) => {
    const named = table.names[state as keyof typeof table.names].split('|');
    return codes.split(' ').map((code, at) => [state + code, named[at] ?? ''] as const);
  }),
);

/** Whether the text is the seven-digit code of a municipality in IBGE's table as the authority has it (IT 2025.001; rules 270 to 278). */
export function isMunicipalityCode(text: string): boolean {
  return names.has(text);
}

/** Name of a municipality as IBGE writes it; undefined for an unknown code. */
export function municipalityName(code: string): string | undefined {
  return names.get(code);
}

/** The code of the municipality with that name in a state, ignoring accents and case; null where there is none, or the state is unknown. */
export function municipalityCodeOf(city: string, state: string): string | null {
  const wanted = plain(city);
  const code = stateCodes.get(state.trim().toUpperCase());
  if (wanted === '' || code === undefined) return null;
  for (const [each, name] of names) {
    if (each.startsWith(code) && name.split('(').some((one) => plain(one) === wanted)) return each;
  }
  return null;
}

/** Whether the municipality is in the state, by the first two digits of its code. */
export function isInState(municipalityCode: string, state: string): boolean {
  return municipalityCode.startsWith(stateCode(state));
}

/**
 * The municipality's name where `city` names another one: worth a warning only, because the authority takes any name. Null where the names are much
 * the same (accents, abbreviations, older spellings), where either is missing, and for an unknown code.
 */
export function otherCityOf(municipalityCode: string, city: string): string | null {
  const name = names.get(municipalityCode);
  if (name === undefined || city.trim() === '') return null;
  // IBGE gives some municipalities two names: Augusto Severo (Campo Grande).
  return name.split('(').some((one) => isMuchTheSame(plain(one), plain(city))) ? null : name;
}

/** What is doubtful about a city and its code, as the rest of a Portuguese sentence; null where nothing is. */
export function cityInDoubt(municipalityCode: string, city: string): string | null {
  const name = otherCityOf(municipalityCode, city);
  return name === null ? null : `código ${municipalityCode} é de ${name}, e a cidade informada é ${city}`;
}

/** Whether two names mean the same city: Florínia and Florínea, S. Paulo and São Paulo; but not Campinas and São Paulo. */
function isMuchTheSame(name: string, written: string): boolean {
  if (written.includes(name) || (written !== '' && name.includes(written))) return true;
  return wrongLetters(written, name) !== null;
}
