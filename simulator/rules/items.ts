import fuels from '../../tables/fuels.json' with { type: 'json' };
import prefixes from '../../tables/gtin-prefixes.json' with { type: 'json' };
import goods from '../../tables/ncm-units.json' with { type: 'json' };
import { accessKey, isGtin } from '../identifiers.ts';
import { hasBegun } from '../law-calendar.ts';
import { child, children, textOf } from '../xml/element.ts';
import { isAdjustment, referenceOf, isPaymentReceived } from './adjustment.ts';
import { amount, cents, near } from './amount.ts';
import { cfopOf, directionRules, operationOf, purposeOfOperationRules } from './cfop.ts';
import { exportDetailRules, importDeclarationRules, importRules, isExport } from './foreign-trade.ts';
import { issuedOn, type Item, type Note } from './note.ts';
import {
  chosenByState,
  inHomologation,
  isForConsumers,
  isNfe,
  isOneOf,
  itemRule,
  noteRule,
  onlyIf,
  type Rule,
} from './rule.ts';

/** CFOP of operations that lead to an export (I13-20, I14-10). */
const leadToExport = ['1501', '2501', '5501', '5502', '5504', '5505', '6501', '6502', '6504', '6505'];

const unitsOfGoods: Readonly<Record<string, readonly (readonly string[])[] | undefined>> = goods.ncm;
const unitsOfFuels = new Map(fuels.rows.map(([code, , , , unit]) => [code, unit]));

/** Groups I and N: the taxable unit that the authority counts by, in upper or lower case (NT 2023.001 v1.60, NT 2016.001). */
const unitRules: readonly Rule[] = [
  itemRule(854, 'I13-20', (item, note) => {
    const unit = unitsOfFuels.get(textOf(item.product, 'comb', 'cProdANP') ?? '');
    return unit !== undefined && !isForeignTrade(item, note) && !isUnit(item, unit);
  }),
  ...onlyIf(isNfe, [
    itemRule(817, 'I14-10', (item, note) => {
      const units = unitsInForce(textOf(item.product, 'NCM') ?? '', issuedOn(note));
      return isForeignTrade(item, note) && units.length > 0 && !units.some((unit) => isUnit(item, unit));
    }),
  ]),
];

function isForeignTrade(item: Item, note: Note): boolean {
  return isExport(note) || leadToExport.includes(cfopOf(item));
}

function isUnit({ product }: Item, unit: string): boolean {
  return textOf(product, 'uTrib')?.toUpperCase() === unit.toUpperCase();
}

function unitsInForce(ncm: string, day: string): string[] {
  return (unitsOfGoods[ncm] ?? [])
    .filter(([, from, until]) => (from ?? '') <= day && day <= (until ?? day))
    .flatMap(([unit]) => unit ?? []);
}

const homologationProduct = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Groups H and I: order, description, classification, CFOP, quantities and prices. */
export const itemRules: readonly Rule[] = [
  noteRule(927, 'H02-10', ({ items }) => items.some(({ nItem }, index) => nItem !== index + 1)),
  itemRule(611, 'I03-10', ({ product }) => wrongGtin(textOf(product, 'cEAN'))),
  ...onlyIf(isNfe, [
    itemRule(883, 'I03-30', ({ product }) => textOf(product, 'cEAN') === ''),
    itemRule(888, 'I12-60', ({ product }) => textOf(product, 'cEANTrib') === ''),
  ]),
  ...onlyIf(
    (note, context) => isForConsumers(note) && inHomologation(note, context),
    [itemRule(373, 'I04-10', ({ nItem, product }) => nItem === 1 && textOf(product, 'xProd') !== homologationProduct)],
  ),
  itemRule(
    777,
    'I05-10',
    ({ product }) => (textOf(product, 'NCM') ?? '').length !== 8 && textOf(product, 'NCM') !== '00',
  ),
  itemRule(
    471,
    'I05-24',
    ({ product, taxes }, { ide }) =>
      textOf(product, 'NCM') === '00' && !isOneOf(ide, 'finNFe', '3') && child(taxes, 'ISSQN') === undefined,
  ),
  ...directionRules,
  ...importRules,
  ...purposeOfOperationRules,
  itemRule(629, 'I11-10', ({ product }) => !isProduct(product, 'qCom', 'vUnCom')),
  itemRule(630, 'I11-20', ({ product }) => !isProduct(product, 'qTrib', 'vUnTrib')),
  itemRule(612, 'I12-10', ({ product }) => wrongGtin(textOf(product, 'cEANTrib'))),
  // In force by NT 2021.003 v1.40.
  itemRule(887, 'I12-50', ({ product, taxes }) => child(taxes, 'ISSQN') !== undefined && isGiven(product, 'cEAN')),
  itemRule(885, 'I12-30', ({ product }) => isGiven(product, 'cEAN') && !isGiven(product, 'cEANTrib')),
  itemRule(886, 'I12-40', ({ product }) => isGiven(product, 'cEANTrib') && !isGiven(product, 'cEAN')),
  ...unitRules,
  itemRule(483, 'I17-10', ({ product }) => amount(product, 'vDesc').gt(amount(product, 'vProd'))),
  ...importDeclarationRules,
  ...exportDetailRules,
  itemRule(
    660,
    'LA01-20',
    (item, note) => operationOf(item, note)?.fuel !== undefined && child(item.product, 'comb') === undefined,
  ),
  ...onlyIf(isNfe, [
    itemRule(745, 'Q01-20', (item, note) => lacksContribution('PIS', item, note)),
    itemRule(748, 'S01-20', (item, note) => lacksContribution('COFINS', item, note)),
  ]),
  ...onlyIf(isForConsumers, [
    itemRule(742, 'O01-10', ({ taxes }) => child(taxes, 'IPI') !== undefined),
    itemRule(743, 'P01-10', ({ taxes }) => child(taxes, 'II') !== undefined),
  ]),
];

/**
 * Whether PIS or COFINS is missing. Both end in 2027 (LC 214/2025 art. 542), except in notes that mend a note that had them; adjustments of
 * IBS and CBS, and payments of public bodies, never have them.
 */
function lacksContribution(name: 'PIS' | 'COFINS', item: Item, note: Note): boolean {
  if (isAdjustment(note) || isPaymentReceived(note) || child(item.taxes, name) !== undefined) return false;
  return [issuedOn(note), ...mendedMonths(item, note)].some((day) => !hasBegun('END_OF_PIS_COFINS', 1, day));
}

const mending = ['2', '3', '4'];

/**
 * First day of the month (from the access key) of each note that an item complements, adjusts or returns: the item's own reference, else
 * the note's.
 */
function mendedMonths(item: Item, { ide }: Note): string[] {
  if (!isOneOf(ide, 'finNFe', ...mending)) return [];
  const own = referenceOf(item)?.chNFe;
  const keys = own === undefined ? children(ide, 'NFref').map((one) => textOf(one, 'refNFe') ?? '') : [own];
  return keys.flatMap((text) => {
    const month = accessKey(text)?.month;
    return month === undefined ? [] : `20${month.slice(0, 2)}-${month.slice(2)}-01`;
  });
}

function isProduct(product: Item['product'], quantity: string, price: string): boolean {
  return near(cents(amount(product, quantity).times(amount(product, price))), amount(product, 'vProd'));
}

function wrongGtin(text: string | undefined): boolean {
  return /^\d+$/.test(text ?? '') && !isGtin(text ?? '');
}

function isGiven(product: Item['product'], name: string): boolean {
  return !isOneOf(product, name, '', 'SEM GTIN');
}

const unclassified = '00000000';
const firstDay = '2016-01-01';

/** Codes of goods that the official tables do not have: prefixes of GTIN, and NCM in force on the day of issue (MOC 7.0 Anexo I). */
export const knownGoodsRules: readonly Rule[] = [
  itemRule(882, 'I03-20', ({ product }) => hasUnknownPrefix(textOf(product, 'cEAN'))),
  itemRule(778, 'I05-20', ({ product }, note) => {
    const code = textOf(product, 'NCM') ?? '';
    return code.length === 8 && code !== unclassified && !isInForce(code, issuedOn(note));
  }),
  itemRule(884, 'I12-20', ({ product }) => hasUnknownPrefix(textOf(product, 'cEANTrib'))),
];

function isInForce(code: string, day: string): boolean {
  return (unitsOfGoods[code] ?? []).some(
    ([, from = firstDay, until = day]) => (from || firstDay) <= day && day <= until,
  );
}

/**
 * Whether the table lacks a GTIN's prefix. The table also has the special ranges (restricted circulation, books); prefixes outside it were
 * never given out.
 */
function hasUnknownPrefix(gtin: string | undefined): boolean {
  if (gtin === undefined || !/^\d+$/.test(gtin)) return false;
  const prefix = prefixOf(gtin);
  return !prefixes.ranges.some(([first = '', last = '']) => first <= prefix && prefix <= last);
}

/** The first three digits after what precedes them: GTIN-14 has an indicator before its prefix, GTIN-12 lacks the zero that begins it. */
function prefixOf(gtin: string): string {
  if (gtin.length === 14) return gtin.slice(1, 4);
  return gtin.length === 12 ? `0${gtin.slice(0, 2)}` : gtin.slice(0, 3);
}

/** The first four digits of NCM that medicines have. */
const medicines = ['3001', '3002', '3003', '3004', '3005', '3006'];
const otherPurposes = ['2', '3', '4'];
const remote = ['2', '3'];
/** CFOP of later delivery, and of sale to the order of somebody else. */
const deliveredOtherwise = ['5116', '6116', '5922', '6922', '5118', '6118', '5119', '6119', '5120', '6120'];

/** Group K: medicines must name their lots (NT 2021.004 v1.35, in production since 2022-09-27), except in sales to consumers (NT 2026.002 v1.11). */
export const medicineRules: readonly Rule[] = onlyIf(
  (note) => !isForConsumers(note),
  [
    itemRule(
      840,
      'K01-10',
      ({ product }, note, context) =>
        medicines.includes((textOf(product, 'NCM') ?? '').slice(0, 4)) &&
        child(product, 'med') === undefined &&
        chosenByState('medicines', note, context),
    ),
    itemRule(
      873,
      'K01-20',
      (item, { ide }) =>
        child(item.product, 'med') !== undefined &&
        child(item.product, 'rastro') === undefined &&
        !isOneOf(ide, 'finNFe', ...otherPurposes) &&
        !isOneOf(ide, 'indPres', ...remote) &&
        !isOneOf(ide, 'tpNF', '0') &&
        !isDeliveredOtherwise(item),
    ),
  ],
);

function isDeliveredOtherwise({ product }: Item): boolean {
  return isOneOf(product, 'CFOP', ...deliveredOtherwise);
}
