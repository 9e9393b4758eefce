import { accessKey } from '../register/access-key.ts';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';
import { amount, sum } from './amount.ts';
import { anpCode, fuelOf } from './fuel-table.ts';
import type { Item, Note } from './note.ts';
import type { Rule, RuleContext } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const gas = '210203001';
/** Liquefied gases, whose origins add up for national and imported parts by themselves. */
const gases = [gas, '210203003', '210203004', '210203005'];
const laterDelivery = ['5922', '6922'];
const percentTolerance = 0.1;

/**
 * Group LA: fuels (NT 2023.001 v1.60, in production since 2023-10-30; MOC 7.0 Anexo I). LA03d-10 (856) was revoked on 2023-05-01 (§2.6.6),
 * and LA17-20 does not ask NFC-e (§2.7.1).
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
  ...onlyIf(isNfe, [
    fuelRule(
      908,
      'LA17-20',
      (comb, item, note, context) =>
        fuelOf(item)?.blended === true && child(comb, 'pBio') === undefined && !isExempt(item, note, context),
    ),
  ]),
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

/** Percentages of petroleum gas, national and imported natural gas. */
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

/** Sales to final consumers, bills for later delivery, and what complements or returns a note older than the rules. */
function isExempt({ product }: Item, { ide }: Note, { endpoint }: RuleContext): boolean {
  if (isOneOf(ide, 'indFinal', '1') || isOneOf(product, 'CFOP', ...laterDelivery)) return true;
  const since = endpoint.environment === 1 ? '2309' : '2307';
  const older = children(ide, 'NFref').some((one) => {
    const month = accessKey(textOf(one, 'refNFe') ?? '')?.month;
    return month !== undefined && month < since;
  });
  return isOneOf(ide, 'finNFe', '2', '4') && older;
}
