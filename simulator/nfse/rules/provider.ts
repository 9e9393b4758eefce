import { wrongCnpj, wrongCpf } from '../../rules/party.ts';
import { child } from '../../xml/element.ts';
import { hasSpecialRegime, isMei, isSmallCompany, isTaxable, paysIssqnBySimples } from '../read-dps.ts';
import type { NfseRule } from './rule.ts';
import { has, rule } from './rule.ts';
import { hasWrongEmail } from './person.ts';

/** Group prest: the provider, who is the issuer. */
export const providerRules: readonly NfseRule[] = [
  rule('E0080', ({ prest }) => wrongCnpj(prest)),
  rule('E0096', ({ prest }) => wrongCpf(prest)),
  rule('E0112', ({ prest }) => has(prest, 'NIF')),
  rule('E0114', ({ prest }) => has(prest, 'cNaoNIF')),
  rule('E0121', ({ prest }) => has(prest, 'xNome')),
  rule('E0128', ({ prest }) => has(prest, 'end')),
  rule('E0148', ({ prest }) => hasWrongEmail(prest)),
  rule('E0162', (dps) => !isSmallCompany(dps) && dps.regApTribSN !== undefined),
  rule('E0166', (dps) => isSmallCompany(dps) && dps.regApTribSN === undefined),
  rule('E0172', (dps) => hasSpecialRegime(dps) && !isTaxable(dps)),
  rule('E0174', (dps) => hasSpecialRegime(dps) && isMei(dps)),
  rule('E0175', (dps) => hasSpecialRegime(dps) && paysIssqnBySimples(dps)),
];

/** Whether the issuer is a person and no company. */
export function isIssuedByPerson({ prest }: Parameters<NfseRule['broken']>[0]): boolean {
  return child(prest, 'CPF') !== undefined;
}
