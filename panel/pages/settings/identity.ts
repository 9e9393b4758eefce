import type { Issue } from '../../../domain/errors.ts';
import { municipalityCodeOf } from '../../../domain/municipality-code.ts';
import { registrationFault } from '../../../domain/state-registration.ts';
import type { Sent } from '../../forms/read.ts';

/**
 * The code of a city that has changed, which nobody is asked for: it is found by the name. And what is wrong with the city, or with a registration
 * that has changed, though the settings would take it.
 *
 * @param changes gets the code @param sent the whole form
 */
export function findCity(changes: Sent, sent: URLSearchParams): Issue[] {
  const [city, state] = ['address.city', 'address.state'].map((name) => (sent.get(name) ?? '').trim()) as [
    string,
    string,
  ];
  const issues: Issue[] = [];
  const { address, stateRegistration } = changes as { address?: Sent; stateRegistration?: string | null };
  if (address && ('city' in address || 'state' in address) && city !== '') {
    const code = municipalityCodeOf(city, state);
    if (code !== null) address['municipalityCode'] = code;
    else
      issues.push({
        path: 'address.city',
        message: `Não há cidade com este nome em ${state}. Confira como o IBGE a escreve.`,
      });
  }
  if (stateRegistration && state !== '') {
    const message = registrationFault(stateRegistration.replaceAll(/[\s./-]/g, ''), state);
    if (message !== null) issues.push({ path: 'stateRegistration', message });
  }
  return issues;
}
