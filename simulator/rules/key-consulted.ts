import table from '../../tables/endpoints.json' with { type: 'json' };
import { yearOf } from '../clock.ts';
import type { AccessKey } from '../register/access-key.ts';
import { accessKey } from '../register/access-key.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import { isCnpj, isCpf, keyDigit } from './check-digits.ts';

const firstYear = 6;
const states: ReadonlySet<number> = new Set(Object.values(table.cUF));

/** The fault of a consulted access key, checked before the authority searches it (236, 614 to 619, 226). */
export function keyBreach(chNFe: string, endpoint: Endpoint, at: Date): number | undefined {
  const key = accessKey(chNFe);
  if (!key) return 236;
  const state = Number(key.cUF);
  return [
    ...formChecks(key, at),
    [236, keyDigit(chNFe.slice(0, 43)) !== key.checkDigit] as const,
    [226, !endpoint.authorizers.some((authorizer) => authorizer.states.has(state))] as const,
  ].find(([, broken]) => broken)?.[0];
}

/** The fault of a key that is asked for at the distribution, which has notes of model 55 alone and looks at the check digit first (NT 2014.002, H07 to H13). */
export function distributedKeyBreach(chNFe: string, at: Date): number | undefined {
  const key = accessKey(chNFe);
  if (!key) return 236;
  return [
    [236, keyDigit(chNFe.slice(0, 43)) !== key.checkDigit] as const,
    ...formChecks(key, at),
    [618, key.model !== '55'] as const,
  ].find(([, broken]) => broken)?.[0];
}

function formChecks(key: AccessKey, at: Date): (readonly [number, boolean])[] {
  const year = Number(key.month.slice(0, 2));
  const month = Number(key.month.slice(2));
  return [
    [614, !states.has(Number(key.cUF))],
    [615, year < firstYear || 2000 + year > yearOf(at)],
    [616, month < 1 || month > 12],
    [617, !isCnpj(key.issuer) && !(key.issuer.startsWith('000') && isCpf(key.issuer.slice(3)))],
    [618, key.model !== '55' && key.model !== '65'],
    [619, key.number === 0],
  ];
}
