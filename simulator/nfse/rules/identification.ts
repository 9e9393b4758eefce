import { child, textOf } from '../../xml/element.ts';
import { isActive } from '../places.ts';
import type { Dps } from '../read-dps.ts';
import { isMei } from '../read-dps.ts';
import type { NfseRule } from './rule.ts';
import { has, onlyIf, rule } from './rule.ts';

const version = '1.01';
/** Series of the taxpayer's own programs; others are of the authority's. */
const lastOwnSeries = 49999;

/** What a DPS is: version, identifier, dates, series, city. */
export const identificationRules: readonly NfseRule[] = [
  rule('E0001', ({ versao }) => versao !== version),
  rule('E0004', (dps) => dps.id !== composedId(dps)),
  rule('E0006', ({ infDPS }, { environment }) => textOf(infDPS, 'tpAmb') !== String(environment)),
  rule('E0008', ({ infDPS }, { at }) => Date.parse(textOf(infDPS, 'dhEmi') ?? '') > at.getTime()),
  rule('E0010', ({ infDPS }) => Number(textOf(infDPS, 'serie')) < 1 || Number(textOf(infDPS, 'serie')) > lastOwnSeries),
  rule('E0014', ({ id }, context) => context.keyOf(id) !== undefined),
  rule('E0015', ({ infDPS, dCompet }) => dCompet > (textOf(infDPS, 'dhEmi') ?? '').slice(0, 10)),
  ...onlyIf(
    (dps) => !isMei(dps),
    [
      rule('E0016', ({ cLocEmi, dCompet }, { cities }) => {
        const city = cities.of(cLocEmi);
        return city?.agreement?.active === true && !isActive(city, dCompet);
      }),
    ],
  ),
  rule('E0029', ({ infDPS }) => has(infDPS, 'cMotivoEmisTI')),
  rule('E0034', ({ infDPS }) => has(infDPS, 'chNFSeRej')),
  ...onlyIf(
    (dps) => !isMei(dps),
    [
      rule('E0037', ({ cLocEmi }, { cities }) => !cities.of(cLocEmi)?.agreement),
      rule('E0038', ({ cLocEmi }, { cities }) => cities.of(cLocEmi)?.agreement?.active === false),
    ],
  ),
];

/** The identifier that the fields of a DPS give. */
function composedId({ infDPS, prest, cLocEmi }: Dps): string {
  const cnpj = textOf(prest, 'CNPJ');
  const issuer = cnpj === undefined ? `1${(textOf(prest, 'CPF') ?? '').padStart(14, '0')}` : `2${cnpj}`;
  const series = textOf(infDPS, 'serie')?.padStart(5, '0');
  const number = textOf(infDPS, 'nDPS')?.padStart(15, '0');
  return `DPS${cLocEmi}${issuer}${series}${number}`;
}

/** Whether the taker or the intermediary issues, which SEFIN does not offer (seen: E9996). */
export function isIssuedByAnother({ infDPS }: Dps): boolean {
  return child(infDPS, 'tpEmit')?.text !== '1';
}
