import type { ClientSnapshot } from '../../clients/snapshot.ts';
import { field, group } from '../../xml/writer.ts';
import { countryCode } from './country-code.ts';
import { digits } from './digits.ts';

const countryNames = new Intl.DisplayNames(['pt-BR'], { type: 'region' });

/** enderDest (E05): nothing where no address is known. Abroad has its own municipality and state. */
export function layoutRecipientAddress({ address, country, phone }: ClientSnapshot): string {
  if (!address) return '';
  const isAbroad = country !== 'BR';
  const code = countryCode(country);
  return group(
    'enderDest',
    field('xLgr', address.street), // E06
    field('nro', address.number), // E07
    field('xCpl', address.complement), // E08
    field('xBairro', address.neighborhood), // E09
    field('cMun', isAbroad ? '9999999' : address.municipalityCode), // E10
    field('xMun', isAbroad ? 'EXTERIOR' : address.city), // E11
    field('UF', isAbroad ? 'EX' : address.state), // E12
    isAbroad ? '' : field('CEP', digits(address.zipCode)), // E13
    field('cPais', code), // E14
    field('xPais', isAbroad ? code && countryNames.of(country) : 'BRASIL'), // E15
    field('fone', digits(phone)), // E16
  );
}
