import type { TaxpayerType } from '../clients/snapshot.ts';

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

/** Interstate twins that are not the same three digits. */
const twins: ReadonlyMap<string, string> = new Map([
  ['5405', '6404'],
  ['6404', '5405'],
]);
/** Sales of goods made or resold have a code of their own when the buyer in another state is not a taxpayer. */
const twinsToNonTaxpayers: ReadonlyMap<string, string> = new Map([
  ['5101', '6107'],
  ['5102', '6108'],
]);
/** Internal operations that have no interstate or foreign twin. */
const internalOnly: ReadonlySet<string> = new Set(['5451', '5601', '5602', '5605', '5606', '5926', '5927', '5928']);

/** Where an operation goes, as its CFOP must say. */
export type CfopRoute = { direction: 'OUT' | 'IN'; destination: '1' | '2' | '3'; taxpayerType: TaxpayerType };

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
  if (
    !isCfop(cfop) ||
    cfop.startsWith(first) ||
    internalOnly.has(cfop) ||
    isOut(cfop) !== (route.direction === 'OUT')
  ) {
    return cfop;
  }
  if (first === '6' && route.taxpayerType === 'NAO_CONTRIBUINTE') {
    const twin = twinsToNonTaxpayers.get(cfop);
    if (twin) return twin;
  }
  const twin = twins.get(cfop);
  return twin?.startsWith(first) ? twin : `${first}${cfop.slice(1)}`;
}

function isOut(cfop: string): boolean {
  return cfop >= '5000';
}
