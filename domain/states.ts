import table from '../tables/endpoints.json' with { type: 'json' };

/** The federative units and IBGE's two-digit codes (cUF), with which municipality codes and access keys begin. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(table.cUF).map(([state, code]) => [state, String(code)]),
);

const states = new Map([...stateCodes].map(([state, code]) => [code, state]));

/**
 * IBGE's code of a state, two digits (cUF).
 *
 * @throws TypeError where there is no such state
 */
export function stateCode(state: string): string {
  const code = stateCodes.get(state);
  if (code === undefined) throw new TypeError(`no state "${state}"`);
  return code;
}

/**
 * The state of an IBGE code (cUF).
 *
 * @throws TypeError where there is no such code
 */
export function stateOfCode(cUF: string): string {
  const state = states.get(cUF);
  if (!state) throw new TypeError(`no state of code "${cUF}"`);
  return state;
}
