import { Decimal } from 'decimal.js';
import { amount, cents, sum } from '../rules/amount.ts';
import { child, children, textOf } from '../xml/element.ts';
import { type Cities, incidence } from './places.ts';
import { type Dps, hasSpecialRegime, isMei, isTaxable, paysIssqnBySimples, withholds } from './read-dps.ts';
import { hasSharedIssqn } from './services.ts';

/** How the ISSQN of a DPS is computed (annex I, infNFSe/valores). Amounts are rounded to cents, half up. */
export type Issqn = {
  vServ: Decimal;
  /** The price: the service less its unconditional discount. */
  price: Decimal;
  /** Deduction or reduction of the base, in whichever form the DPS has it. */
  deduction: Decimal;
  benefit: { kind: BenefitKind | undefined; amount: Decimal };
  /** Amounts passed on to third parties, which are in no base. */
  reimbursed: Decimal;
  vBC: Decimal;
  /** Percentage; undefined where none applies. */
  rate: Decimal | undefined;
  vISSQN: Decimal;
  withheld: Decimal;
  /** Whether the note shows base and tax; otherwise it has the net amount alone (rules E1302, E1303, E1307, E1311). */
  shown: boolean;
};

/**
 * Kind of a municipal benefit, as tpBM: 1 exemption, 2 reduction by percentage, 3 reduction by amount. The simulator does not know the kind
 * of a benefit number: it takes the kind from the fields that the DPS has beside the number.
 */
export type BenefitKind = '1' | '2' | '3';

const hundred = new Decimal(100);
const nothing = new Decimal(0);

export function percentOf(base: Decimal, percentage: Decimal): Decimal {
  return cents(base.times(percentage).div(hundred));
}

export function issqnOf(dps: Dps, cities: Cities): Issqn {
  const vServ = amount(dps.valores, 'vServPrest', 'vServ');
  const price = vServ.minus(amount(dps.valores, 'vDescCondIncond', 'vDescIncond'));
  const deduction = deductionOf(dps, price);
  const kind = benefitKind(dps);
  const benefit = benefitOf(dps, kind, price.minus(deduction));
  const reimbursed = reimbursedIn(dps);
  const vBC = price.minus(deduction).minus(benefit).minus(reimbursed);
  const rate = rateOf(dps, cities);
  const vISSQN = rate === undefined ? nothing : percentOf(vBC, rate);
  return {
    ...{ vServ, price, deduction, benefit: { kind, amount: benefit }, reimbursed, vBC, rate, vISSQN },
    withheld: withholds(dps) ? vISSQN : nothing,
    shown: isShown(dps),
  };
}

export function benefitKind({ tribMun }: Dps): BenefitKind | undefined {
  const group = child(tribMun, 'BM');
  if (!group) return undefined;
  if (child(group, 'vRedBCBM')) return '3';
  return child(group, 'pRedBCBM') ? '2' : '1';
}

/** The sum of what is passed on to others through this note (gReeRepRes). */
export function reimbursedIn({ IBSCBS }: Dps): Decimal {
  const documents = children(child(IBSCBS, 'valores', 'gReeRepRes'), 'documentos');
  return sum(documents.map((one) => amount(one, 'vlrReeRepRes')));
}

function deductionOf({ valores }: Dps, price: Decimal): Decimal {
  const group = child(valores, 'vDedRed');
  if (child(group, 'pDR')) return percentOf(price, amount(group, 'pDR'));
  const documents = children(child(group, 'documentos'), 'docDedRed');
  return amount(group, 'vDR').plus(sum(documents.map((one) => amount(one, 'vDeducaoReducao'))));
}

function benefitOf({ tribMun }: Dps, kind: BenefitKind | undefined, base: Decimal): Decimal {
  if (kind === '3') return amount(tribMun, 'BM', 'vRedBCBM');
  return kind === '2' ? percentOf(base, amount(tribMun, 'BM', 'pRedBCBM')) : nothing;
}

function isShown(dps: Dps): boolean {
  return isTaxable(dps) && !isMei(dps) && !hasSpecialRegime(dps) && child(dps.tribMun, 'exigSusp') === undefined;
}

/**
 * The rate of ISSQN. A city whose agreement is in force has set it up; otherwise the issuer says it, and so does a small company that pays
 * ISSQN within the Simples Nacional.
 */
function rateOf(dps: Dps, cities: Cities): Decimal | undefined {
  const due = incidence(dps, cities);
  if (!due || !isShown(dps) || hasSharedIssqn(dps.cTribNac) || benefitKind(dps) === '1') return undefined;
  const declared = textOf(dps.tribMun, 'pAliq');
  const setUp = due.city?.rates[dps.cTribNac] ?? due.city?.defaultRate ?? undefined;
  const rate = due.active && !paysIssqnBySimples(dps) ? setUp : declared;
  return rate === undefined ? undefined : new Decimal(rate);
}
