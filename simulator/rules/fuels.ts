import { Decimal } from 'decimal.js';
import table from '../../tables/fuels.json' with { type: 'json' };
import { accessKey } from '../identifiers.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';
import { amount, cents, near, sum } from './amount.ts';
import type { Item, Note } from './note.ts';
import {
  chosenByState,
  isForConsumers,
  isNfe,
  isOneOf,
  itemRule,
  noteRule,
  onlyIf,
  type Rule,
  type RuleContext,
} from './rule.ts';

/** A fuel of the official table of single-phase ICMS (IT 2023.003 v1.08). */
type Fuel = {
  /** Whether the share of biofuel must be given; otherwise it must not be. */
  blended: boolean;
  /** Whether the states of origin must be given. */
  hasOrigin: boolean;
  /** ICMS per unit of measure, in BRL. */
  rate: string;
};

const fuels: ReadonlyMap<string, Fuel> = new Map(
  table.rows.map(([code = '', , pBio, origComb, , rate = '']) => [
    code,
    { blended: pBio === '1', hasOrigin: origComb === '1', rate },
  ]),
);

/** Products of ANP that are not derived from petroleum (N12-70, NA01-20, NA01-30). */
const notOfPetroleum = [
  ...['820101001', '820101010', '810102001', '810102004', '810102002', '810102003', '810101002', '810101001'],
  ...['810101003', '220101003', '220101004', '220101002', '220101001', '220101005', '220101006', '560101001'],
];

/** The row of an item's product of ANP; undefined for goods that are not fuels of the table. */
export function fuelOf(item: Item): Fuel | undefined {
  return fuels.get(anpCode(item));
}

/** Product of ANP (cProdANP); empty where an item has no group of fuels. */
export function anpCode({ product }: Item): string {
  return textOf(product, 'comb', 'cProdANP') ?? '';
}

/** Whether an item is a product of ANP that is derived from petroleum. */
export function isOfPetroleum(item: Item): boolean {
  const code = anpCode(item);
  return code !== '' && !notOfPetroleum.includes(code);
}

const gas = '210203001';
/** Liquefied gases, whose origins add up separately for the national and the imported part. */
const gases = [gas, '210203003', '210203004', '210203005'];
const laterDelivery = ['5922', '6922'];
const percentTolerance = 0.1;

/**
 * Group LA: fuels (NT 2023.001 v1.60, in production since 2023-10-30; MOC 7.0 Anexo I). LA03d-10 (856) was revoked on 2023-05-01 (§2.6.6).
 * LA17-20 does not apply to NFC-e (§2.7.1), nor to NF-e to consumers (NT 2026.002 v1.11).
 */
export const fuelRules: readonly Rule[] = [
  itemRule(
    1106,
    'LA01-30',
    ({ product, ibsCbs }) => isClassOfFuel(textOf(ibsCbs, 'cClassTrib') ?? '') && child(product, 'comb') === undefined,
  ),
  fuelRule(461, 'LA03c-10', (comb, item) => anpCode(item) !== gas && shares(comb).length > 0),
  fuelRule(
    855,
    'LA03c-20',
    (comb, item) => anpCode(item) === gas && !sum(shares(comb).map((share) => amount(share))).eq(100),
  ),
  fuelRule(907, 'LA17-10', (comb, item) => fuelOf(item)?.blended !== true && child(comb, 'pBio') !== undefined),
  ...onlyIf(
    (note) => !isForConsumers(note),
    [
      fuelRule(
        908,
        'LA17-20',
        (comb, item, note, context) =>
          fuelOf(item)?.blended === true && child(comb, 'pBio') === undefined && !isExempt(item, note, context),
      ),
    ],
  ),
  fuelRule(
    909,
    'LA18-10',
    (comb, item, note, context) =>
      fuelOf(item)?.hasOrigin === true && origins(comb).length === 0 && !isExempt(item, note, context),
  ),
  fuelRule(909, 'LA18-20', (comb, item, note, context) => {
    const natural = amount(comb, 'pGNn').plus(amount(comb, 'pGNi'));
    return !natural.isZero() && origins(comb).length === 0 && !isExempt(item, note, context);
  }),
  fuelRule(747, 'LA18-30', (comb, item) => fuelOf(item) === undefined && origins(comb).length > 0),
  fuelRule(958, 'LA21-10', (comb, item) => !gases.includes(anpCode(item)) && !isWhole(origins(comb))),
  fuelRule(
    958,
    'LA21-20',
    (comb, item) =>
      gases.includes(anpCode(item)) &&
      ['0', '1'].some((imported) => !isWhole(origins(comb).filter((one) => textOf(one, 'indImport') === imported))),
  ),
];

function fuelRule(
  cStat: number,
  id: string,
  breaks: (comb: Element, item: Item, note: Note, context: RuleContext) => boolean,
): Rule {
  return itemRule(cStat, id, (item, note, context) => {
    const comb = child(item.product, 'comb');
    return comb !== undefined && breaks(comb, item, note, context);
  });
}

/** Classes that only fuels may have (LA01-30, NT 2025.002 v1.52). */
function isClassOfFuel(classification: string): boolean {
  return classification === '410013' || classification.startsWith('620');
}

/** The percentages of petroleum gas, national and imported natural gas. */
function shares(comb: Element): Element[] {
  return ['pGLP', 'pGNn', 'pGNi'].flatMap((name) => child(comb, name) ?? []);
}

function origins(comb: Element): Element[] {
  return children(comb, 'origComb');
}

function isWhole(parts: readonly Element[]): boolean {
  if (parts.length === 0) return true;
  return sum(parts.map((one) => amount(one, 'pOrig')))
    .minus(100)
    .abs()
    .lte(percentTolerance);
}

/**
 * Whether the share of biofuel and the states of origin may be missing: in sales to final consumers, bills for later delivery, and complements or returns of a note
 * older than the rules.
 */
function isExempt({ product }: Item, { ide }: Note, { endpoint }: RuleContext): boolean {
  if (isOneOf(ide, 'indFinal', '1') || isOneOf(product, 'CFOP', ...laterDelivery)) return true;
  const since = endpoint.environment === 1 ? '2309' : '2307';
  const older = children(ide, 'NFref').some((one) => {
    const month = accessKey(textOf(one, 'refNFe') ?? '')?.month;
    return month !== undefined && month < since;
  });
  return isOneOf(ide, 'finNFe', '2', '4') && older;
}

const singlePhase = ['02', '15', '53', '61'];
const alsoOfFuels = ['40', '41', '50', '90'];
const ordinary = '1';
/** Diesel oils of which a third is retained: the rest is retained by the producer of the biofuel (N41-20). */
const diesels = [
  ...['420102004', '420102005', '420105001', '820101003', '820101011', '820101012', '820101013', '820101026'],
  ...['820101027', '820101032', '820101033', '820101034'],
];
const third = new Decimal('0.3333');
const whole = new Decimal(1);

/**
 * Group N: ICMS on fuels, charged once per unit of measure (NT 2023.001 v1.60, in production since 2023-10-30, N43a-10 since 2024-04-01).
 * N39-10 and N41-10 do not apply to NFC-e (§2.7.1). N45-10 was revoked on 2023-05-01 (§2.6.7): it charged diesel as a whole, and its
 * biodiesel by a third.
 */
export const singlePhaseIcmsRules: readonly Rule[] = [
  itemRule(959, 'N12-100', (item) => isSinglePhase(item) && fuelOf(item) === undefined),
  itemRule(
    960,
    'N12-110',
    (item) =>
      fuelOf(item) !== undefined &&
      item.icms !== undefined &&
      !isOneOf(item.icms, 'CST', ...singlePhase, ...alsoOfFuels),
  ),
  ...onlyIf(isNfe, [rateRule(961, 'N38-10', 'adRemICMS')]),
  ...onlyIf(isNfe, [
    itemRule(767, 'N37a-10', ({ icms }) => isOneOf(icms, 'CST', '02', '15', '53') && lacks(icms, 'qBCMono')),
  ]),
  ...onlyIf(isNfe, [
    itemRule(
      962,
      'N39-10',
      ({ icms }, { ide }) =>
        isOneOf(icms, 'CST', '02', '15') &&
        isOneOf(ide, 'finNFe', ordinary) &&
        !isProduct(icms, 'qBCMono', 'adRemICMS', 'vICMSMono'),
    ),
    itemRule(768, 'N39a-10', ({ icms }) => isOneOf(icms, 'CST', '15') && lacks(icms, 'qBCMonoReten')),
    rateRule(963, 'N40-10', 'adRemICMSReten'),
    itemRule(964, 'N41-10', (item, { ide }) => {
      const { icms } = item;
      const retained = diesels.includes(anpCode(item)) ? third : whole;
      return (
        isOneOf(icms, 'CST', '15') &&
        isOneOf(ide, 'finNFe', ordinary) &&
        !isProduct(icms, 'qBCMonoReten', 'adRemICMSReten', 'vICMSMonoReten', retained)
      );
    }),
  ]),
  itemRule(769, 'N43a-10', ({ icms }) => isOneOf(icms, 'CST', '61') && lacks(icms, 'qBCMonoRet')),
  rateRule(965, 'N44-10', 'adRemICMSRet'),
];

/** A rule that compares a rate per unit with the table, in states that decided to; it does not apply if the rate is reduced. */
function rateRule(cStat: number, id: string, field: string): Rule {
  return itemRule(cStat, id, (item, note, context) => {
    const { icms } = item;
    const fuel = fuelOf(item);
    if (fuel === undefined || lacks(icms, field) || !lacks(icms, 'pRedAdRem')) return false;
    return !amount(icms, field).eq(fuel.rate) && chosenByState('fuelRates', note, context);
  });
}

function isSinglePhase({ icms }: Item): boolean {
  return isOneOf(icms, 'CST', ...singlePhase);
}

function lacks(icms: Item['icms'], name: string): boolean {
  return child(icms, name) === undefined;
}

/** Whether a value is quantity times rate times the charged share; true if no quantity is given. */
function isProduct(icms: Item['icms'], quantity: string, rate: string, value: string, share = whole): boolean {
  if (textOf(icms, quantity) === undefined) return true;
  return near(cents(amount(icms, quantity).times(amount(icms, rate)).times(share)), amount(icms, value));
}

/** Group W: totals of single-phase ICMS (NT 2023.001 v1.60); a missing total counts as zero. */
export const singlePhaseTotalRules: readonly Rule[] = [
  ...onlyIf(isNfe, [
    noteRule(700, 'W06b.1-10', (note) => !isSumOfQuantities(note, 'qBCMono')),
    noteRule(967, 'W06c-10', (note) => !isSum(note, 'vICMSMono')),
    noteRule(723, 'W06c.1-10', (note) => !isSumOfQuantities(note, 'qBCMonoReten')),
    noteRule(968, 'W06d-10', (note) => !isSum(note, 'vICMSMonoReten')),
  ]),
  noteRule(744, 'W06d.1-10', (note) => !isSumOfQuantities(note, 'qBCMonoRet')),
  noteRule(969, 'W06e-10', (note) => !isSum(note, 'vICMSMonoRet')),
];

function isSum(note: Note, name: string): boolean {
  return amount(note.icmsTotal, name).eq(ofItems(note, name));
}

/** Rules about totals of quantities tolerate one hundredth. */
function isSumOfQuantities(note: Note, name: string): boolean {
  return near(amount(note.icmsTotal, name), ofItems(note, name));
}

function ofItems({ items }: Note, name: string): ReturnType<typeof sum> {
  return sum(items.map(({ icms }) => amount(icms, name)));
}
