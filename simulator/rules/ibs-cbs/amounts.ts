import { Decimal } from 'decimal.js';
import type { Element } from '../../xml/element.ts';
import { child, textOf } from '../../xml/element.ts';
import { credits, isCredit } from '../adjustment.ts';
import { amount, cents, near } from '../amount.ts';
import type { Item, Note } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isOneOf, itemRule } from '../rule.ts';
import { classificationOf, situationOf } from './classification.ts';

type Part = {
  group: 'gIBSUF' | 'gIBSMun' | 'gCBS';
  rate: string;
  value: string;
  /** Rate of a year, percent; undefined where the law has not set it yet. */
  rateIn(year: number): string | undefined;
  reduction: 'ibs' | 'cbs';
  codes: {
    rate: number;
    deferral: { undue: number; missing: number; value: number };
    reduction: { undue: number; atZero: number; missing: number; percentage: number; effective: number };
    value: number;
  };
};

/** Rates of the transition (LC 214 arts. 343 and 346; NT 2025.002 UB18-10, UB37-10, UB56-10). */
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
      reduction: { undue: 1032, atZero: 1032, missing: 1033, percentage: 1034, effective: 1035 },
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
      reduction: { undue: 1007, atZero: 1180, missing: 1074, percentage: 1046, effective: 1047 },
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
      reduction: { undue: 1028, atZero: 1181, missing: 1079, percentage: 1063, effective: 1064 },
      value: 1069,
    },
  },
];

/** Group UB, second part: rates, deferral, reduction and value of each tax, with a tolerance of one cent. */
export const ibsCbsAmountRules: readonly Rule[] = [
  ...parts.flatMap(rulesOf),
  itemRule(1150, 'UB54a-10', ({ ibsCbs }) => {
    const main = child(ibsCbs, 'gIBSCBS');
    const both = amount(main, 'gIBSUF', 'vIBSUF').plus(amount(main, 'gIBSMun', 'vIBSMun'));
    return main !== undefined && !both.eq(amount(main, 'vIBS'));
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
    rule(codes.reduction.undue, (tax, item) => has(tax, 'gRed') && situationOf(item)?.gRed === false),
    rule(codes.reduction.atZero, (tax) => has(tax, 'gRed') && amount(tax, part.rate).isZero()),
    rule(codes.reduction.missing, (tax, item) => lacksReduction(part, tax, item)),
    rule(
      codes.reduction.percentage,
      (tax, item) => has(tax, 'gRed') && !amount(tax, 'gRed', 'pRedAliq').eq(reduction(part, item)),
    ),
    rule(
      codes.reduction.effective,
      (tax, _item, note) => has(tax, 'gRed') && !amount(tax, 'gRed', 'pAliqEfet').eq(effective(part, tax, note)),
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
  const { ide } = note;
  if (repeatsRates(note)) return false;
  const expected = part.rateIn(Number((textOf(ide, 'dhEmi') ?? '').slice(0, 4)));
  if (classificationOf(item)?.regularTax === true) return !amount(tax, part.rate).isZero();
  if (has(tax, 'gALCZFMCBS') && amount(tax, part.rate).isZero()) return false;
  return expected !== undefined && !amount(tax, part.rate).eq(expected);
}

/** Whether the note returns or reduces an earlier one, whose rates it repeats (UB18-10, UB37-10, UB56-10). */
function repeatsRates(note: Note): boolean {
  const { refused, reduced, partlyRefused } = credits;
  return isOneOf(note.ide, 'finNFe', '4') || isCredit(note, refused, reduced, partlyRefused);
}

function lacksReduction(part: Part, tax: Element, item: Item): boolean {
  return situationOf(item)?.gRed === true && !amount(tax, part.rate).isZero() && !has(tax, 'gRed');
}

function reduction(part: Part, item: Item): Decimal {
  return new Decimal(classificationOf(item)?.reduction[part.reduction] ?? 0);
}

/** Rate × (1 − reduction) × (1 − reduction for a public buyer), to four places. */
function effective(part: Part, tax: Element, { ide }: Note): Decimal {
  const kept = (percent: Decimal): Decimal => new Decimal(100).minus(percent).div(100);
  return amount(tax, part.rate)
    .times(kept(amount(tax, 'gRed', 'pRedAliq')))
    .times(kept(amount(ide, 'gCompraGov', 'pRedutor')))
    .toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
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
