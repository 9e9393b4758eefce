import { wrongCnpj, wrongCpf } from '../../rules/party.ts';
import { child, type Element, textOf } from '../../xml/element.ts';
import { isForeignCountry, isMunicipality } from '../places.ts';
import { type Dps, hasSpecialRegime, isMei, isSmallCompany, isTaxable, paysIssqnBySimples } from '../read-dps.ts';
import { isDueAtAcquirer, whereDue } from '../services.ts';
import { has, isOneOf, type NfseRule, onlyIf, rule } from './rule.ts';

const byTaker = ({ tpRetISSQN }: Dps): boolean => tpRetISSQN === '2';
const byIntermediary = ({ tpRetISSQN }: Dps): boolean => tpRetISSQN === '3';

/** Group toma. */
export const takerRules: readonly NfseRule[] = [
  rule('E0187', (dps) => isByAcquirer(dps) && dps.toma === undefined),
  rule('E0188', ({ toma }) => wrongCnpj(toma)),
  rule('E0202', ({ toma, prest }) => has(toma, 'CNPJ') && textOf(toma, 'CNPJ') === textOf(prest, 'CNPJ')),
  rule('E0204', (dps) => byTaker(dps) && !isBrazilian(dps.toma)),
  rule('E0206', ({ toma }) => wrongCpf(toma)),
  rule('E0223', ({ toma }) => isAbroadWithoutNif(toma)),
  rule('E0226', ({ toma }) => leavesNifOpen(toma)),
  rule('E0234', (dps) => needsTakerAddress(dps) && !has(dps.toma, 'end')),
  rule('E0235', ({ toma }) => has(toma, 'CNPJ') && lacksBrazilianAddress(toma)),
  rule('E0237', (dps) => byTaker(dps) && lacksBrazilianAddress(dps.toma)),
  rule('E0238', ({ toma }) => hasUnknownMunicipality(toma)),
  rule('E0242', ({ toma, prest }) => has(prest, 'CNPJ') && lacksAddressAbroad(toma)),
  rule('E0246', ({ toma }) => hasWrongCountry(toma)),
  rule('E0247', ({ toma }) => hasWrongEmail(toma)),
];

/** Group interm. */
export const intermediaryRules: readonly NfseRule[] = [
  rule('E0248', ({ interm }) => wrongCnpj(interm)),
  rule('E0262', ({ interm, prest }) => has(interm, 'CNPJ') && root(interm) === root(prest)),
  rule('E0264', (dps) => byIntermediary(dps) && !isBrazilian(dps.interm)),
  rule('E0266', ({ interm }) => wrongCpf(interm)),
  rule('E0281', ({ interm }) => isAbroadWithoutNif(interm)),
  rule('E0286', ({ interm }) => leavesNifOpen(interm)),
  rule('E1388', ({ interm }) => has(interm, 'CNPJ') && lacksBrazilianAddress(interm)),
  ...onlyIf(byIntermediary, [rule('E0293', ({ interm }) => lacksBrazilianAddress(interm))]),
  rule('E0294', ({ interm }) => hasUnknownMunicipality(interm)),
  rule('E0298', ({ interm, prest }) => has(prest, 'CNPJ') && lacksAddressAbroad(interm)),
  rule('E0299', ({ interm }) => hasWrongCountry(interm)),
  rule('E0300', ({ interm }) => hasWrongEmail(interm)),
];

/** Whether IBS and CBS are due where the acquirer lives. */
function isByAcquirer({ IBSCBS }: Dps): boolean {
  return isDueAtAcquirer(textOf(IBSCBS, 'cIndOp') ?? '');
}

function needsTakerAddress(dps: Dps): boolean {
  return isByAcquirer(dps) || (isTaxable(dps) && whereDue(dps.cTribNac) === 'taker');
}

function root(person: Dps['prest']): string | undefined {
  return textOf(person, 'CNPJ')?.slice(0, 8);
}

// Rules that the annex repeats for every person on a DPS: taker, intermediary, supplier, recipient.

export function hasWrongEmail(person: Element | undefined): boolean {
  const email = textOf(person, 'email');
  return email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}

/** Whether a person has an address abroad, and neither a foreign number (NIF) nor a reason for its absence (cNaoNIF). */
function isAbroadWithoutNif(person: Element | undefined): boolean {
  return has(person, 'end', 'endExt') && !has(person, 'NIF') && !has(person, 'cNaoNIF');
}

/** Whether the reason for a missing NIF is 0 ("not said on the original note"), which only notes of municipalities may have. */
export function leavesNifOpen(person: Element | undefined): boolean {
  return isOneOf(person, 'cNaoNIF', '0');
}

export function hasUnknownMunicipality(person: Element | undefined): boolean {
  const cMun = textOf(person, 'end', 'endNac', 'cMun');
  return cMun !== undefined && !isMunicipality(cMun);
}

export function hasWrongCountry(person: Element | undefined): boolean {
  const country = textOf(person, 'end', 'endExt', 'cPais');
  return country !== undefined && !isForeignCountry(country);
}

/** Whether a person has a foreign number without an address abroad. */
export function lacksAddressAbroad(person: Element | undefined): boolean {
  return has(person, 'NIF') && !has(person, 'end', 'endExt');
}

export function lacksBrazilianAddress(person: Element | undefined): boolean {
  return !has(person, 'end', 'endNac');
}

/** Whether a person has a CNPJ or a CPF. */
export function isBrazilian(person: Element | undefined): boolean {
  return has(person, 'CNPJ') || has(person, 'CPF');
}

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

/** Whether the issuer is a natural person. */
export function isIssuedByPerson({ prest }: Parameters<NfseRule['broken']>[0]): boolean {
  return child(prest, 'CPF') !== undefined;
}
