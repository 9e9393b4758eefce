import type { TaxpayerType, TaxRegime } from '../parties.ts';
import { cfopOf } from './table.ts';

/** First digit by direction and idDest (Ajuste SINIEF 07/2001). */
const firstDigits = { OUT: { '1': '5', '2': '6', '3': '7' }, IN: { '1': '1', '2': '2', '3': '3' } };
const scopes = {
  '1': 'de entrada interna',
  '2': 'de entrada interestadual',
  '3': 'de importação',
  '5': 'de saída interna',
  '6': 'de saída interestadual',
  '7': 'de exportação',
};

/** Operations whose CFOP has other last three digits on another route, by the first digit there (Convênio s/nº of 1970, Anexo II). */
const twins: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['5401', { '7': '7101' }],
  ['5403', { '7': '7102' }],
  ['5405', { '6': '6404', '7': '7102' }],
  ['6107', { '5': '5101', '7': '7101' }],
  ['6108', { '5': '5102', '7': '7102' }],
  ['6401', { '7': '7101' }],
  ['6403', { '7': '7102' }],
  ['6404', { '5': '5405', '7': '7102' }],
]);
/**
 * Sales of goods made or resold have a code of their own when the buyer in another state is not a taxpayer, goods under substitution
 * included (Anexo II, notes of 6.107 and 6.108; SEFAZ-SP, RC 5804/2015 and 16089/2017).
 */
const twinsToNonTaxpayers: ReadonlyMap<string, string> = new Map([
  ['5101', '6107'],
  ['5102', '6108'],
  ['5401', '6107'],
  ['5403', '6108'],
  ['5405', '6108'],
]);
/** Where an operation goes, as its CFOP must say; the issuer's regime where it is known. */
export type CfopRoute = {
  direction: 'OUT' | 'IN';
  destination: '1' | '2' | '3';
  taxpayerType: TaxpayerType;
  regime?: TaxRegime;
};

/** Whether the text has the form of a CFOP: four digits, the first of 1, 2, 3, 5, 6 and 7. */
export function isCfop(text: string): boolean {
  return /^[123567]\d{3}$/.test(text);
}

/** Whether a CFOP's first digit says where the operation goes (rules 518, 519 and 731 to 733). */
export function fitsRoute(cfop: string, { direction, destination }: CfopRoute): boolean {
  return cfop.startsWith(firstDigits[direction][destination]);
}

/** In Portuguese, what kind of CFOP a route asks for: `de saída interestadual (6xxx)`. */
export function routeInWords({ direction, destination }: CfopRoute): string {
  const first = firstDigits[direction][destination];
  return `${new Map(Object.entries(scopes)).get(first)} (${first}xxx)`;
}

/** The CFOP of the same operation on another route; the same one where it has no twin or the direction differs. */
export function cfopOnRoute(cfop: string, route: CfopRoute): string {
  const first = firstDigits[route.direction][route.destination];
  if (!isCfop(cfop) || cfop.startsWith(first) || isOutgoing(cfop) !== (route.direction === 'OUT')) return cfop;
  // A MEI sells by 6102 to everybody (NT 2024.001 v1.20, N12a-90).
  if (first === '6' && route.taxpayerType === 'NAO_CONTRIBUINTE' && route.regime !== 'MEI') {
    const twin = twinsToNonTaxpayers.get(cfop);
    if (twin) return twin;
  }
  const twin = twins.get(cfop)?.[first] ?? `${first}${cfop.slice(1)}`;
  return cfopOf(twin) ? twin : cfop;
}

/** Whether a CFOP is of goods that leave (5xxx to 7xxx) and not of goods that enter. */
export function isOutgoing(cfop: string): boolean {
  return cfop >= '5000';
}
