import type { Issue } from '../../../domain/errors.ts';
import { municipalityCodeOf } from '../../../domain/municipality-code.ts';
import { registrationFault } from '../../../domain/state-registration.ts';
import type { ValueTree } from '../../forms/read.ts';

/**
 * Adds the code of a changed city, found by its name, since the form does not ask for it. Returns what is wrong with the city or with a changed state
 * registration, even where the settings themselves would take it.
 *
 * @param changes gets the code
 * @param sent the whole form
 */
export function findCity(changes: ValueTree, sent: URLSearchParams): Issue[] {
  const [city, state] = ['address.city', 'address.state'].map((name) => (sent.get(name) ?? '').trim()) as [
    string,
    string,
  ];
  const issues: Issue[] = [];
  const { address, stateRegistration } = changes as { address?: ValueTree; stateRegistration?: string | null };
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
