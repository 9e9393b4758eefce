import { modulus11 } from '../modulus-11.ts';
import type { ClientFault, ClientInput } from './client-input.ts';
import type { ClientSnapshot } from './snapshot.ts';

/** States of SUFRAMA's area, and the cities of Amapá in it (MOC 7.0, E18-30). */
const states = new Set(['AC', 'AM', 'RO', 'RR']);
const citiesOfAmapa = new Set(['1600303', '1600600']);

/** The registration in digits, with what the authority would refuse of it (rules E18-20 and E18-30: 235 and 251). */
export function isufOf(
  input: ClientInput,
  place: Pick<ClientSnapshot, 'country' | 'address'>,
): { isuf: string | null; faults: ClientFault[] } {
  const isuf = (input.isuf ?? '').replaceAll(/[^0-9A-Za-z]/g, '') || null;
  const message = isuf && (checkForm(isuf) ?? checkPlace(place));
  return { isuf, faults: message ? [{ field: 'isuf', message }] : [] };
}

/** A registration of 8 digits has no published check digit: it is left to the authority. */
function checkForm(isuf: string): string | null {
  if (!/^\d{8,9}$/.test(isuf)) return 'A inscrição SUFRAMA tem 8 ou 9 dígitos.';
  if (isuf.length === 8 || modulus11(isuf.slice(0, 8)) === Number(isuf[8])) return null;
  return `${isuf} não é uma inscrição SUFRAMA: o último dígito não confere (rejeição 235).`;
}

function checkPlace({ country, address }: Pick<ClientSnapshot, 'country' | 'address'>): string | null {
  const { state = '', municipalityCode = '' } = address ?? {};
  const isInside =
    states.has(state) || (state === 'AP' && (municipalityCode === '' || citiesOfAmapa.has(municipalityCode)));
  if (isInside || (country === 'BR' && state === '')) return null;
  return 'A inscrição SUFRAMA é de quem está no AC, AM, RO, RR, ou em Macapá e Santana, no AP (rejeição 251): retire-a ou acerte o endereço.';
}
