import { child, textOf } from '../xml/element.ts';
import { amount } from './amount.ts';
import { cfopOf, operationOf } from './cfop.ts';
import { type Item, type Note, taxIdOf } from './note.ts';
import { isForConsumers, isNfce, isOneOf, itemRule, noteRule, onlyIf, type Rule } from './rule.ts';

/** Highest total of a sale to a consumer, and to an anonymous one (default of the manual, in BRL). */
const highestTotal = 200_000;
const highestAnonymousTotal = 10_000;
const delivered = '4';
const outside = '5';
const noFreight = '9';

/** Groups B and C of a consumer note: fields that it must not have, and the place of the sale. */
export const consumerIdentificationRules: readonly Rule[] = [
  ...onlyIf(isNfce, [
    noteRule(1153, 'B10a-10', ({ ide }) => child(ide, 'dPrevEntrega') !== undefined),
    noteRule(1000, 'B25b-60', ({ ide }) => child(ide, 'cMunFGIBS') !== undefined && textOf(ide, 'indPres') !== outside),
    noteRule(1005, 'B25b-70', ({ ide }) => child(ide, 'cMunFGIBS') === undefined && textOf(ide, 'indPres') === outside),
    noteRule(1006, 'B31-10', ({ ide }) => child(ide, 'gCompraGov') !== undefined),
    noteRule(1146, '11BB01-10', ({ ide }) => child(ide, 'gPagAntecipado') !== undefined),
  ]),
  ...onlyIf(isForConsumers, [
    noteRule(718, 'C18-10', ({ emit }) => child(emit, 'IEST') !== undefined),
    noteRule(669, 'F01-10', ({ infNFe }) => child(infNFe, 'retirada') !== undefined),
  ]),
];

/** Groups W to ZC of a consumer note: its total; it has no transport, billing or order. */
export const consumerClosingRules: readonly Rule[] = onlyIf(isForConsumers, [
  noteRule(780, 'W16-30', ({ icmsTotal }) => amount(icmsTotal, 'vNF').gt(highestTotal)),
  ...onlyIf(isNfce, [
    noteRule(750, 'W16-40', (note) => amount(note.icmsTotal, 'vNF').gt(highestAnonymousTotal) && isAnonymous(note)),
  ]),
  noteRule(753, 'X02-10', (note) => !isDelivered(note) && textOf(transport(note), 'modFrete') !== noFreight),
  ...onlyIf(isNfce, [
    noteRule(754, 'X03-10', (note) => !isDelivered(note) && child(transport(note), 'transporta') !== undefined),
  ]),
  ...(
    [
      [755, 'X11-10', 'retTransp'],
      [756, 'X18-10', 'veicTransp'],
      [757, 'X22-10', 'reboque'],
      [758, 'X25a-10', 'vagao'],
      [759, 'X25b-10', 'balsa'],
    ] as const
  ).map(([cStat, id, group]) => noteRule(cStat, id, (note) => child(transport(note), group) !== undefined)),
  noteRule(762, 'ZB01-10', ({ infNFe }) => child(infNFe, 'compra') !== undefined),
  noteRule(763, 'ZC01-10', ({ infNFe }) => child(infNFe, 'cana') !== undefined),
]);

function isAnonymous({ dest }: Note): boolean {
  return taxIdOf(dest) === '' && (textOf(dest, 'idEstrangeiro') ?? '') === '';
}

function isDelivered({ ide }: Note): boolean {
  return textOf(ide, 'indPres') === delivered;
}

function transport({ infNFe }: Note): ReturnType<typeof child> {
  return child(infNFe, 'transp');
}

const sales = ['5101', '5102', '5103', '5104', '5115', '5910'];
const substitutedSales = ['5405', '5656', '5667', '5910'];
/**
 * Situations that a consumer note may have with the CFOP for other outgoing goods, by state (NT 2023.003 v1.20; v1.40 added AM, whose
 * situations are not known here).
 */
const others: Readonly<Record<string, readonly string[]>> = { '35': ['40', '900'], '43': ['90', '900'] };
const otherGoods = '5949';
/** Ceará accepts goods under substitution as other goods (NT 2023.003 v1.20). */
const ceara = { cUF: '23', operations: ['5403', '5405'], situations: ['90', '900'] };

const situations = {
  CST: ['00', '02', '15', '20', '40', '41', '53', '60', '61', '90'],
  CSOSN: ['102', '103', '300', '400', '500', '900'],
};
const substituted = ['60', '500'];
const singlePhase = ['02', '15', '53', '61'];

/** Groups H to UA of a consumer note: what its items may be (MOC 7.0 Anexo I; NT 2026.002). */
export const consumerItemRules: readonly Rule[] = [
  ...onlyIf(isNfce, [itemRule(1165, 'I05k-10', ({ product }) => child(product, 'tpCredPresIBSZFM') !== undefined)]),
  ...onlyIf(isForConsumers, [
    itemRule(725, 'I08-150', (item, note) => !isConsumerOperation(item, note)),
    itemRule(774, 'I17b-10', ({ product }) => textOf(product, 'indTot') === '0'),
    itemRule(736, 'J01-10', ({ product }) => child(product, 'veicProd') !== undefined),
    itemRule(738, 'L01-10', ({ product }) => child(product, 'arma') !== undefined),
    itemRule(348, 'LB01-10', ({ product }) => child(product, 'nRECOPI') !== undefined),
    itemRule(741, 'N12-50', ({ icms }) => icms?.name === 'ICMSPart'),
    itemRule(740, 'N12-60', ({ icms }) => icms?.name === 'ICMSST'),
    itemRule(766, 'N12-30', ({ icms }) => has(icms, 'CST') && !isOneOf(icms, 'CST', ...situations.CST)),
    itemRule(381, 'N12-34', ({ icms }) => textOf(icms, 'CST') === '90' && has(icms, 'modBCST')),
    itemRule(382, 'N12-40', (item, note) => has(item.icms, 'CST') && !fitsOperation(item, note)),
    itemRule(383, 'N12a-20', ({ icms }) => has(icms, 'CSOSN') && !isOneOf(icms, 'CSOSN', ...situations.CSOSN)),
    itemRule(385, 'N12a-34', ({ icms }) => textOf(icms, 'CSOSN') === '900' && has(icms, 'modBCST')),
    itemRule(386, 'N12a-40', (item, note) => has(item.icms, 'CSOSN') && !fitsOperation(item, note)),
    itemRule(807, 'NA01-10', ({ taxes }) => has(taxes, 'ICMSUFDest')),
    itemRule(746, 'R01-10', ({ taxes }) => has(taxes, 'PISST')),
    itemRule(749, 'T01-10', ({ taxes }) => has(taxes, 'COFINSST')),
    itemRule(390, 'UA01-20', ({ det }) => has(det, 'impostoDevol')),
  ]),
];

function isConsumerOperation(item: Item, note: Note): boolean {
  return operationOf(item, note)?.nfce === true || isOtherGoods(item, note);
}

/** Whether the item's CFOP goes with the situation of its ICMS in a consumer note. */
function fitsOperation(item: Item, note: Note): boolean {
  if (singlePhase.includes(situation(item)) || isOtherGoods(item, note) || isSubstitutedAsOther(item, note))
    return true;
  return (substituted.includes(situation(item)) ? substitutedSales : sales).includes(cfopOf(item));
}

function isOtherGoods(item: Item, { key }: Note): boolean {
  return cfopOf(item) === otherGoods && (others[key.cUF] ?? []).includes(situation(item));
}

function situation({ icms }: Item): string {
  return textOf(icms, 'CST') ?? textOf(icms, 'CSOSN') ?? '';
}

function has(element: Item['icms'], name: string): boolean {
  return child(element, name) !== undefined;
}

function isSubstitutedAsOther(item: Item, { key }: Note): boolean {
  const { cUF, operations, situations: accepted } = ceara;
  return (
    key.cUF === cUF && operations.includes(textOf(item.product, 'CFOP') ?? '') && accepted.includes(situation(item))
  );
}
