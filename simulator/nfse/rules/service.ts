import { textOf } from '../../xml/element.ts';
import { incidence, isForeignCountry, isForeignTrade, isMunicipality, maritimeWaters } from '../places.ts';
import type { Dps } from '../read-dps.ts';
import { isMei } from '../read-dps.ts';
import { isService, isWorks, subitemOf } from '../services.ts';
import type { NfseRule } from './rule.ts';
import { has, onlyIf, rule } from './rule.ts';

const portServices = '200101';
const outsideIssqn = '990101';
const exported = '3';

/** Group serv: place and kind of the service. */
export const serviceRules: readonly NfseRule[] = [
  rule('E0302', (dps) => {
    const place = placeOf(dps);
    return place !== undefined && place !== maritimeWaters && !isMunicipality(place);
  }),
  rule('E1402', (dps) => dps.cTribNac === portServices && placeOf(dps) === maritimeWaters),
  rule('E0304', ({ serv }) => {
    const country = textOf(serv, 'locPrest', 'cPaisPrestacao');
    return country !== undefined && !isForeignCountry(country);
  }),
  rule('E0310', ({ cTribNac, dCompet }, { environment }) => !isService(cTribNac, environment, dCompet)),
  rule('E0312', (dps, { cities }) => {
    const due = incidence(dps, cities);
    if (!due?.city || !due.active || isMei(dps)) return false;
    return due.city.rates[dps.cTribNac] === undefined && due.city.defaultRate === null;
  }),
  rule('E0315', ({ serv }) => textOf(serv, 'cServ', 'cTribMun') === '000'),
  rule('E0318', (dps) => isForeignTrade(dps) && !has(dps.serv, 'cServ', 'cNBS')),
  rule('E0322', ({ serv, IBSCBS }) => IBSCBS !== undefined && !has(serv, 'cServ', 'cNBS')),
];

/** Group comExt: trade with other countries. */
export const foreignTradeRules: readonly NfseRule[] = [
  rule('E0330', (dps) => (isForeignTrade(dps) || dps.tribISSQN === exported) && !has(dps.serv, 'comExt')),
  ...onlyIf(
    ({ serv }) => has(serv, 'comExt'),
    [
      rule('E0333', (dps) => said(dps, 'mdPrestacao') === '0'),
      rule('E0341', (dps) => said(dps, 'mecAFComexP') === '00'),
      rule('E0343', (dps) => said(dps, 'mecAFComexT') === '00'),
      rule('E0345', (dps) => said(dps, 'movTempBens') === '0'),
      rule('E0352', (dps) => said(dps, 'movTempBens') === '2' && said(dps, 'nDI') === undefined),
      rule('E0354', (dps) => said(dps, 'movTempBens') === '1' && (said(dps, 'nDI') ?? said(dps, 'nRE')) !== undefined),
      rule('E0356', (dps) => said(dps, 'movTempBens') === '3' && said(dps, 'nRE') === undefined),
    ],
  ),
];

/** Groups obra and atvEvento: construction works and events. */
export const siteRules: readonly NfseRule[] = [
  rule('E0370', ({ serv, cTribNac }) => isWorks(cTribNac) && !has(serv, 'obra')),
  rule('E0372', ({ serv, cTribNac }) => has(serv, 'obra') && !isWorks(cTribNac) && cTribNac !== outsideIssqn),
  rule('E0382', (dps) => isAbroad(dps) && has(dps.serv, 'obra', 'end', 'CEP')),
  rule('E0384', (dps) => isAbroad(dps) && has(dps.serv, 'obra', 'end') && !has(dps.serv, 'obra', 'end', 'endExt')),
  rule('E0386', (dps) => !isAbroad(dps) && has(dps.serv, 'obra', 'end', 'endExt')),
  rule('E0390', (dps) => isEvent(dps) && !has(dps.serv, 'atvEvento')),
  rule('E0392', (dps) => has(dps.serv, 'atvEvento') && !isEvent(dps) && dps.cTribNac !== outsideIssqn),
  rule('E0400', (dps) => isAbroad(dps) && has(dps.serv, 'atvEvento', 'end', 'CEP')),
  rule(
    'E0402',
    (dps) => isAbroad(dps) && has(dps.serv, 'atvEvento', 'end') && !has(dps.serv, 'atvEvento', 'end', 'endExt'),
  ),
  rule('E0404', (dps) => !isAbroad(dps) && has(dps.serv, 'atvEvento', 'end', 'endExt')),
];

/** The municipality where the service was rendered. */
function placeOf({ serv }: Dps): string | undefined {
  return textOf(serv, 'locPrest', 'cLocPrestacao');
}

export function isAbroad({ serv }: Dps): boolean {
  return has(serv, 'locPrest', 'cPaisPrestacao');
}

function said({ serv }: Dps, field: string): string | undefined {
  return textOf(serv, 'comExt', field);
}

function isEvent({ cTribNac }: Dps): boolean {
  return subitemOf(cTribNac).startsWith('12');
}
