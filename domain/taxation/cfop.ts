import published from '../../tables/cfop.json' with { type: 'json' };
import type { TaxpayerType, TaxRegime } from './operation.ts';

const places = ['internal', 'interstate', 'abroad'] as const;
const kinds = [
  ...(['purchase', 'sale', 'return', 'transfer', 'remittance', 'goodsComingBack', 'annulment'] as const),
  ...(['import', 'export', 'service', 'transport', 'communication', 'energy', 'credit', 'other'] as const),
] as const;

/** What an operation is, as its CFOP says it. */
type CfopKind = (typeof kinds)[number];

/** One code of the table of CFOP (IT 2023.002), with the marks that the authority's rules use. */
export type Cfop = {
  code: string;
  direction: 'OUT' | 'IN';
  place: (typeof places)[number];
  kind: CfopKind;
  /** First and last day on which it may be used. */
  from: string;
  until: string | null;
  /** Whether an NF-e may have it at all (indNFe); codes of communication and transport belong to other documents. */
  isForNfe: boolean;
  /** Whether an NFC-e may have it (rule I08-150). */
  isForNfce: boolean;
  /** indDevol: goods are given back. */
  isReturn: boolean;
  /** Whether a MEI may use it to give goods back (rule I08-141). */
  isForMeiReturn: boolean;
  /** indRetor: goods come back from where they were sent for a time. */
  comesBack: boolean;
  /** indRemes: goods are sent without a sale. */
  isRemittance: boolean;
  /** indExcIBSCBS: an issuer without a state registration may use it, too. */
  isForUnregistered: boolean;
};

type Row = {
  in: boolean;
  place: string;
  kind: string;
  from: string;
  until?: string;
} & Partial<
  Record<'nfe' | 'nfce' | 'return' | 'meiReturn' | 'comesBack' | 'remittance' | 'ibsCbsOnlyIssuer', boolean | number>
>;

const rows = new Map<string, Row>(Object.entries(published.cfop));
const table: ReadonlyMap<string, Cfop> = new Map([...rows].map(([code, row]) => [code, read(code, row)]));

/** The CFOP of four digits; undefined where the table does not have it. */
export function cfopOf(code: string): Cfop | undefined {
  return table.get(code);
}

function read(code: string, row: Row): Cfop {
  return {
    code,
    direction: row.in ? 'IN' : 'OUT',
    place: known(places, row.place),
    kind: known(kinds, row.kind),
    from: row.from,
    until: row.until ?? null,
    isForNfe: Boolean(row.nfe),
    isForNfce: Boolean(row.nfce),
    isReturn: Boolean(row.return),
    isForMeiReturn: Boolean(row.meiReturn),
    comesBack: Boolean(row.comesBack),
    isRemittance: Boolean(row.remittance),
    isForUnregistered: Boolean(row.ibsCbsOnlyIssuer),
  };
}

function known<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new TypeError(`tables/cfop.json has an unknown word: ${text}`);
  return word;
}

/**
 * Why no note may have a CFOP, whatever it sells (rule 770), in Portuguese; null where one may.
 *
 * @param date the day on which it would be used; without it the code need not be in force on any particular day
 */
export function unknownCfop(code: string, date?: string): string | null {
  if (!isCfop(code)) return `O CFOP tem 4 dígitos e começa por 1, 2, 3, 5, 6 ou 7; veio ${code}.`;
  const cfop = cfopOf(code);
  if (!cfop) return `O CFOP ${code} não existe na tabela (rejeição 770): procure nela o da operação.`;
  if (!cfop.isForNfe) {
    const of = cfop.kind === 'communication' ? 'comunicação' : 'transporte';
    return `O CFOP ${code} é de ${of} e não serve para NF-e nem NFC-e (rejeição 770): use o da mercadoria.`;
  }
  if (date === undefined) return null;
  if (date < cfop.from) return `O CFOP ${code} só vale a partir de ${cfop.from} (rejeição 770).`;
  return cfop.until !== null && date > cfop.until ? `O CFOP ${code} valeu até ${cfop.until} (rejeição 770).` : null;
}

/**
 * Why product, rule, template or company may not give a CFOP, in Portuguese; null where they may. They describe goods: a line under ISSQN gets the
 * CFOP of services by itself.
 */
export function unknownCfopOfGoods(code: string): string | null {
  const unknown = unknownCfop(code);
  if (unknown !== null || cfopOf(code)?.kind !== 'service') return unknown;
  return `O CFOP ${code} é de serviço e não se cadastra (rejeição 374): o item que diz ISSQN já o tem. Use o CFOP da mercadoria.`;
}

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

/** CFOPs whose operation has other last three digits on another route, by the first digit of that route (Convênio s/nº of 1970, Anexo II). */
const counterparts: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
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
 * CFOPs of sales that have another code when the buyer is in another state and is not a taxpayer. Goods under substitution are included (Anexo II,
 * notes of 6.107 and 6.108; SEFAZ-SP, RC 5804/2015 and 16089/2017).
 */
const counterpartsToNonTaxpayers: ReadonlyMap<string, string> = new Map([
  ['5101', '6107'],
  ['5102', '6108'],
  ['5401', '6107'],
  ['5403', '6108'],
  ['5405', '6108'],
]);
/** What a CFOP must tell of an operation's route; `regime` is the issuer's, where it is known. */
export type CfopRoute = {
  direction: 'OUT' | 'IN';
  destination: '1' | '2' | '3';
  taxpayerType: TaxpayerType;
  regime?: TaxRegime;
};

/** Whether the text has the form of a CFOP: four digits, the first of them 1, 2, 3, 5, 6 or 7. */
function isCfop(text: string): boolean {
  return /^[123567]\d{3}$/.test(text);
}

/** Whether the first digit of a CFOP is that of the route (rules 518, 519 and 731 to 733). */
export function fitsRoute(cfop: string, { direction, destination }: CfopRoute): boolean {
  return cfop.startsWith(firstDigits[direction][destination]);
}

/** The kind of CFOP that a route needs, in Portuguese: `de saída interestadual (6xxx)`. */
export function routeInWords({ direction, destination }: CfopRoute): string {
  const first = firstDigits[direction][destination];
  return `${new Map(Object.entries(scopes)).get(first)} (${first}xxx)`;
}

/** The CFOP of the same operation on another route; unchanged if that route has none, or is of the other direction. */
export function cfopOnRoute(cfop: string, route: CfopRoute): string {
  const first = firstDigits[route.direction][route.destination];
  if (!isCfop(cfop) || cfop.startsWith(first) || isOutgoing(cfop) !== (route.direction === 'OUT')) return cfop;
  // A MEI uses 6102 for sales to everybody (NT 2024.001 v1.20, N12a-90).
  if (first === '6' && route.taxpayerType === 'NAO_CONTRIBUINTE' && route.regime !== 'MEI') {
    const counterpart = counterpartsToNonTaxpayers.get(cfop);
    if (counterpart) return counterpart;
  }
  const counterpart = counterparts.get(cfop)?.[first] ?? `${first}${cfop.slice(1)}`;
  return cfopOf(counterpart) ? counterpart : cfop;
}

/** Whether the goods of a CFOP leave (5xxx to 7xxx) and do not enter. */
export function isOutgoing(cfop: string): boolean {
  return cfop >= '5000';
}
