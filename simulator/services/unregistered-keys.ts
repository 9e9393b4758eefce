import { accessKey } from '../identifiers.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';

/**
 * Whether a key is of an issuer without a state registration: by its note, or, if there is no note, by the states' register. The key itself
 * does not say it.
 */
export function isOfUnregistered(
  chNFe: string,
  environment: Environment,
  { register, taxpayers }: Pick<TaxAuthority, 'register' | 'taxpayers'>,
): boolean {
  const key = accessKey(chNFe);
  if (!key || key.model !== '55') return false;
  const note = register.note(environment, chNFe);
  return note ? note.isUnregistered === true : taxpayers.isUnregistered(key.issuer, key.cUF);
}
