import { Decimal } from 'decimal.js';
import { child, type Element, textOf } from '../../xml/element.ts';
import { credits, isCredit } from '../adjustment.ts';
import { amount, cents, near } from '../amount.ts';
import { issuedOn, type Item, type Note } from '../note.ts';
import { isOneOf, itemRule, type Rule } from '../rule.ts';
import { mayBeZero } from './free-trade-area.ts';
import { rateForBuyer } from './government.ts';
import { paysCbsInSimples, paysInSimples } from './simples.ts';
import { classificationOf, classifications, isInForce, situationOf, situations } from './classification.ts';
import { creditOffIbs } from './presumed-credit.ts';

type Part = {
  group: 'gIBSUF' | 'gIBSMun' | 'gCBS';
  rate: string;
  value: string;
  /** The rate of a year in percent; undefined if the law has not set it yet. */
  rateIn(year: number): string | undefined;
  reduction: 'ibs' | 'cbs';
  codes: {
    rate: number;
    deferral: { undue: number; missing: number; value: number };
    reduction: { undue: number; missing: number; percentage: number; effective: number };
    value: number;
  };
};

/**
 * Rates of the transition (LC 214 arts. 343 to 347; NT 2025.002 v1.52 UB18-10, UB37-10, UB56-10, UB56-20). The rate of CBS from 2027 on
 * depends on the Senate: it is not checked, except that it cannot be zero (art. 347).
 */
const parts: readonly Part[] = [
  {
    group: 'gIBSUF',
    rate: 'pIBSUF',
    value: 'vIBSUF',
    rateIn: (year) => (year <= 2026 ? '0.1' : year <= 2028 ? '0.05' : undefined),
    reduction: 'ibs',
    codes: {
      rate: 1026,
      deferral: { undue: 1029, missing: 1030, value: 1031 },
      reduction: { undue: 1032, missing: 1033, percentage: 1034, effective: 1035 },
      value: 1041,
    },
  },
  {
    group: 'gIBSMun',
    rate: 'pIBSMun',
    value: 'vIBSMun',
    rateIn: (year) => (year <= 2026 ? '0' : year <= 2028 ? '0.05' : undefined),
    reduction: 'ibs',
    codes: {
      rate: 1036,
      deferral: { undue: 1083, missing: 1044, value: 1045 },
      reduction: { undue: 1007, missing: 1074, percentage: 1046, effective: 1047 },
      value: 1052,
    },
  },
  {
    group: 'gCBS',
    rate: 'pCBS',
    value: 'vCBS',
    rateIn: (year) => (year <= 2026 ? '0.9' : undefined),
    reduction: 'cbs',
    codes: {
      rate: 1037,
      deferral: { undue: 1090, missing: 1061, value: 1062 },
      reduction: { undue: 1028, missing: 1079, percentage: 1063, effective: 1064 },
      value: 1069,
    },
  },
];

/** Group UB, second part: rates, deferral, reduction and value of each tax, with a tolerance of one cent. */
export const ibsCbsAmountRules: readonly Rule[] = [
  ...parts.flatMap(rulesOf),
  itemRule(1150, 'UB54a-10', (item) => {
    const main = child(item.ibsCbs, 'gIBSCBS');
    const both = amount(main, 'gIBSUF', 'vIBSUF').plus(amount(main, 'gIBSMun', 'vIBSMun'));
    return main !== undefined && !both.minus(creditOffIbs(item)).eq(amount(main, 'vIBS'));
  }),
];

function rulesOf(part: Part): Rule[] {
  const { codes, group } = part;
  const rule = (cStat: number, breaks: (tax: Element, item: Item, note: Note) => boolean): Rule =>
    itemRule(cStat, `UB ${group}`, (item, note) => {
      const tax = child(item.ibsCbs, 'gIBSCBS', group);
      return tax !== undefined && breaks(tax, item, note);
    });
  return [
    rule(codes.rate, (tax, item, note) => wrongRate(part, tax, item, note)),
    rule(codes.deferral.undue, (tax, item) => has(tax, 'gDif') && situationOf(item)?.gDif === false),
    rule(codes.deferral.missing, (tax, item) => !has(tax, 'gDif') && situationOf(item)?.gDif === true),
    rule(
      codes.deferral.value,
      (tax, item) => has(tax, 'gDif') && !near(deferred(part, tax, item), amount(tax, 'gDif', 'vDif')),
    ),
    rule(
      codes.reduction.undue,
      (tax, item, note) => has(tax, 'gRed') && situationOf(item)?.gRed === false && !isReducedForBuyer(tax, note),
    ),
    rule(codes.reduction.missing, (tax, item, note) => lacksReduction(tax, item, note)),
    rule(
      codes.reduction.percentage,
      (tax, item) => has(tax, 'gRed') && !amount(tax, 'gRed', 'pRedAliq').eq(reduction(part, item)),
    ),
    rule(
      codes.reduction.effective,
      (tax, item, note) =>
        has(tax, 'gRed') && !amount(tax, 'gRed', 'pAliqEfet').eq(rateForBuyer(part.group, item, note)),
    ),
    rule(codes.value, (tax, item) => {
      const due = charged(part, tax, item)
        .minus(amount(tax, 'gDif', 'vDif'))
        .minus(amount(tax, 'gDevTrib', 'vDevTrib'));
      return !near(due, amount(tax, part.value));
    }),
  ];
}

function wrongRate(part: Part, tax: Element, item: Item, note: Note): boolean {
  const rate = amount(tax, part.rate);
  const year = Number(issuedOn(note).slice(0, 4));
  if (repeatsRates(part, note, year)) return false;
  if (classificationOf(item)?.regularTax === true) return !rate.isZero();
  const mayBeFree = part.group === 'gCBS' && (paysCbsInSimples(item, note) || mayBeZero(item, note));
  if (mayBeFree && rate.isZero()) return false;
  const expected = part.rateIn(year);
  if (expected === undefined) return part.group === 'gCBS' && rate.isZero();
  return !rate.eq(expected);
}

/**
 * Whether the note may repeat the rates of an earlier note that it returns or reduces (UB18-10, UB37-10, UB56-20). For CBS in 2026 only a
 * reduction may (UB56-10).
 */
function repeatsRates({ group }: Part, note: Note, year: number): boolean {
  const { refused, reduced, partlyRefused } = credits;
  if (group === 'gCBS' && year <= 2026) return isCredit(note, reduced);
  return isOneOf(note.ide, 'finNFe', '4') || isCredit(note, refused, reduced, partlyRefused);
}

/**
 * Whether a demanded reduction is missing, which a rate of zero needs, too: UB26-15, UB45-15 and UB64-15, which refused that, are switched
 * off since NT 2025.002 v1.34.
 */
function lacksReduction(tax: Element, item: Item, { ide }: Note): boolean {
  const isDemanded = situationOf(item)?.gRed === true || child(ide, 'gCompraGov') !== undefined;
  return isDemanded && !has(tax, 'gRed');
}

/** Whether the reduction group stands for the public buyer's reduction alone; its own percentage is then zero (UB26-10, UB45-10, UB64-10). */
function isReducedForBuyer(tax: Element, { ide }: Note): boolean {
  return textOf(ide, 'gCompraGov', 'pRedutor') !== undefined && amount(tax, 'gRed', 'pRedAliq').isZero();
}

function reduction(part: Part, item: Item): Decimal {
  return new Decimal(classificationOf(item)?.reduction[part.reduction] ?? 0);
}

function charged(part: Part, tax: Element, { ibsCbs }: Item): Decimal {
  const rate = has(tax, 'gRed') ? amount(tax, 'gRed', 'pAliqEfet') : amount(tax, part.rate);
  return cents(amount(ibsCbs, 'gIBSCBS', 'vBC').times(rate).div(100));
}

function deferred(part: Part, tax: Element, item: Item): Decimal {
  return cents(
    charged(part, tax, item)
      .times(amount(tax, 'gDif', 'pDif'))
      .div(100),
  );
}

function has(element: Element, name: string): boolean {
  return child(element, name) !== undefined;
}

/** Code, id, effective rate and value of each of the three taxes. */
const regularTaxes = [
  [1040, 'UB72-10', 'pAliqEfetRegIBSUF', 'vTribRegIBSUF'],
  [1051, 'UB72b-10', 'pAliqEfetRegIBSMun', 'vTribRegIBSMun'],
  [1068, 'UB72d-10', 'pAliqEfetRegCBS', 'vTribRegCBS'],
] as const;

/** Group UB68: the taxes of an item if its condition is not fulfilled, as under a suspension (NT 2025.002 v1.52). */
export const regularTaxRules: readonly Rule[] = [
  itemRule(
    1065,
    'UB68-10',
    (item, note) =>
      classificationOf(item)?.regularTax === true && regularTaxOf(item) === undefined && !paysInSimples(item, note),
  ),
  itemRule(1114, 'UB68-11', (item) => classificationOf(item)?.regularTax === false && regularTaxOf(item) !== undefined),
  regularRule(1066, 'UB69-10', (regular) => !situations.has(textOf(regular, 'CSTReg') ?? '')),
  regularRule(
    1067,
    'UB70-10',
    (regular, _item, note) => !isInForce(classifications.get(textOf(regular, 'cClassTribReg') ?? ''), note),
  ),
  ...regularTaxes.map(([cStat, id, rate, value]) =>
    regularRule(cStat, id, (regular, { ibsCbs }) => {
      const due = cents(amount(ibsCbs, 'gIBSCBS', 'vBC').times(amount(regular, rate)).div(100));
      return !near(due, amount(regular, value));
    }),
  ),
];

function regularRule(cStat: number, id: string, breaks: (regular: Element, item: Item, note: Note) => boolean): Rule {
  return itemRule(cStat, id, (item, note) => {
    const regular = regularTaxOf(item);
    return regular !== undefined && breaks(regular, item, note);
  });
}

function regularTaxOf({ ibsCbs }: Item): Element | undefined {
  return child(ibsCbs, 'gIBSCBS', 'gTribRegular');
}
