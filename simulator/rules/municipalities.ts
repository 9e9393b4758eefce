import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';

/** State letters by the first two digits of a municipality (IBGE). */
const states: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table.cUF).map(([letters, code]) => [String(code), letters]),
);

/** The state that the municipality of an address (`cMun`) is in. */
export function stateOfMunicipality(address: Element | undefined): string | undefined {
  return states[(textOf(address, 'cMun') ?? '').slice(0, 2)];
}
