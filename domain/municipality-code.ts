import table from '../tables/municipalities.json' with { type: 'json' };
import { plain, wrongLetters } from './spelling.ts';
import { stateCode, stateCodes } from './states.ts';

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(table.codes).flatMap(([state, codes]) => {
    const named = table.names[state as keyof typeof table.names].split('|');
    return codes.split(' ').map((code, at) => [state + code, named[at] ?? ''] as const);
  }),
);

/** Whether the text is the code of a municipality, seven digits, in IBGE's table as the authority has it (IT 2025.001; rules 270 to 278). */
export function isMunicipalityCode(text: string): boolean {
  return names.has(text);
}

/** Name of a municipality as IBGE writes it; undefined for a code that nobody knows. */
export function municipalityName(code: string): string | undefined {
  return names.get(code);
}

/** The code of the municipality of that name in a state, by its letters alone; null where there is none, or where nobody knows the state. */
export function municipalityCodeOf(city: string, state: string): string | null {
  const wanted = plain(city);
  const code = stateCodes.get(state.trim().toUpperCase());
  if (wanted === '' || code === undefined) return null;
  for (const [each, name] of names) {
    if (each.startsWith(code) && name.split('(').some((one) => plain(one) === wanted)) return each;
  }
  return null;
}

/** Whether the municipality lies in the state, by the two digits with which its code begins. */
export function isInState(municipalityCode: string, state: string): boolean {
  return municipalityCode.startsWith(stateCode(state));
}

/**
 * The municipality's name where the city that was written is another one: to be warned of, because the authority takes any name. Null where it is
 * much the same (accents, abbreviations, older spellings), where either is missing, and for a code that nobody knows.
 */
export function otherCityOf(municipalityCode: string, city: string): string | null {
  const name = names.get(municipalityCode);
  if (name === undefined || city.trim() === '') return null;
  // IBGE gives two names of some: Augusto Severo (Campo Grande).
  return name.split('(').some((one) => isMuchTheSame(plain(one), plain(city))) ? null : name;
}

/** What is doubtful of a city and its code, as the rest of a sentence in Portuguese; null where nothing is. */
export function cityInDoubt(municipalityCode: string, city: string): string | null {
  const name = otherCityOf(municipalityCode, city);
  return name === null ? null : `código ${municipalityCode} é de ${name}, e a cidade informada é ${city}`;
}

/** Florínia is Florínea, S. Paulo is São Paulo, Campinas is no São Paulo. */
function isMuchTheSame(name: string, written: string): boolean {
  if (written.includes(name) || (written !== '' && name.includes(written))) return true;
  return wrongLetters(written, name) !== null;
}
