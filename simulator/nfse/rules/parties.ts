import { wrongCnpj, wrongCpf } from '../../rules/party.ts';
import { textOf } from '../../xml/element.ts';
import type { Dps } from '../read-dps.ts';
import { isTaxable } from '../read-dps.ts';
import { isDueAtAcquirer, whereDue } from '../services.ts';
import {
  hasUnknownMunicipality,
  hasUnsaidNif,
  hasWrongCountry,
  hasWrongEmail,
  isAbroadWithoutNif,
  isBrazilian,
  lacksAddressAbroad,
  lacksBrazilianAddress,
} from './person.ts';
import type { NfseRule } from './rule.ts';
import { has, onlyIf, rule } from './rule.ts';

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
  rule('E0226', ({ toma }) => hasUnsaidNif(toma)),
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
  rule('E0286', ({ interm }) => hasUnsaidNif(interm)),
  rule('E1388', ({ interm }) => has(interm, 'CNPJ') && lacksBrazilianAddress(interm)),
  ...onlyIf(byIntermediary, [rule('E0293', ({ interm }) => lacksBrazilianAddress(interm))]),
  rule('E0294', ({ interm }) => hasUnknownMunicipality(interm)),
  rule('E0298', ({ interm, prest }) => has(prest, 'CNPJ') && lacksAddressAbroad(interm)),
  rule('E0299', ({ interm }) => hasWrongCountry(interm)),
  rule('E0300', ({ interm }) => hasWrongEmail(interm)),
];

/** Whether IBS and CBS are declared as due where the acquirer lives. */
function isByAcquirer({ IBSCBS }: Dps): boolean {
  return isDueAtAcquirer(textOf(IBSCBS, 'cIndOp') ?? '');
}

function needsTakerAddress(dps: Dps): boolean {
  return isByAcquirer(dps) || (isTaxable(dps) && whereDue(dps.cTribNac) === 'taker');
}

function root(person: Dps['prest']): string | undefined {
  return textOf(person, 'CNPJ')?.slice(0, 8);
}
