import type { Endpoint } from '../transport/endpoints.ts';
import type { Content } from '../xml/writer.ts';

export const nfe = 'http://www.portalfiscal.inf.br/nfe';

/** Name and version of the program that answers (verAplic). */
export const verAplic = 'LAVRA-SIMULADOR-1.0';

/** State that an address answers for where the message names none: the first that it serves, 91 for the national environment. */
export function homeState(endpoint: Endpoint): string {
  if (endpoint.authorizers.some(({ national }) => national)) return '91';
  const [first] = endpoint.authorizers.flatMap((authorizer) => [...authorizer.states]);
  return String(first ?? 91);
}

/** Opening fields that all results share. */
export function opening(environment: number, cStat: number, xMotivo: string): Content {
  return { tpAmb: environment, verAplic, cStat, xMotivo };
}
