import table from '../tables/endpoints.json' with { type: 'json' };

/** The federative units and IBGE's two digits (cUF), with which a municipality's code begins. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(table.cUF).map(([state, code]) => [state, String(code)]),
);
