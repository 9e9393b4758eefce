import table from '../../tables/endpoints.json' with { type: 'json' };
import { yearOf } from '../clock.ts';
import { accessKey } from '../register/access-key.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import { isCnpj, isCpf, keyDigit } from './check-digits.ts';

const firstYear = 6;
const states: ReadonlySet<number> = new Set(Object.values(table.cUF));

/** The fault of a consulted access key, checked before the authority searches it (236, 614 to 619, 226). */
export function keyBreach(chNFe: string, endpoint: Endpoint, at: Date): number | undefined {
  const key = accessKey(chNFe);
  if (!key) return 236;
  const year = Number(key.month.slice(0, 2));
  const month = Number(key.month.slice(2));
  const state = Number(key.cUF);
  const checks: readonly (readonly [number, boolean])[] = [
    [614, !states.has(state)],
    [615, year < firstYear || 2000 + year > yearOf(at)],
    [616, month < 1 || month > 12],
    [617, !isCnpj(key.issuer) && !(key.issuer.startsWith('000') && isCpf(key.issuer.slice(3)))],
    [618, key.model !== '55' && key.model !== '65'],
    [619, key.number === 0],
    [236, keyDigit(chNFe.slice(0, 43)) !== key.checkDigit],
    [226, !endpoint.authorizers.some((authorizer) => authorizer.states.has(state))],
  ];
  return checks.find(([, broken]) => broken)?.[0];
}
