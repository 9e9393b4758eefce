import { Decimal } from 'decimal.js';
import { amount, cents, sum } from '../rules/amount.ts';
import { type Classification, classifications, situations } from '../rules/ibs-cbs/classification.ts';
import { child, type Element, textOf } from '../xml/element.ts';
import { type Issqn, issqnOf, percentOf } from './issqn.ts';
import { type Cities, incidence, placeName } from './places.ts';
import { type Dps, readDps } from './read-dps.ts';
import { isDueAtAcquirer } from './services.ts';

/** The amounts of an NFS-e, as text of the layout; an absent field is not written. */
export type NfseAmounts = {
  /** Where ISSQN is due: absent for immunity, for exports, and for services without ISSQN. */
  cLocIncid?: string;
  xLocIncid?: string;
  /** infNFSe/valores, in the order of the layout. */
  valores: {
    vCalcDR?: string;
    tpBM?: string;
    vCalcBM?: string;
    vBC?: string;
    pAliqAplic?: string;
    vISSQN?: string;
    vTotalRet?: string;
    vLiq: string;
  };
  /** infNFSe/IBSCBS, where the DPS declares the taxes. */
  IBSCBS?: NfseIbsCbs;
};

/** What SEFIN computes from a DPS. */
export function computeNfse(dps: Element, cities: Cities): NfseAmounts {
  const read = readDps(dps);
  const due = incidence(read, cities);
  const issqn = issqnOf(read, cities);
  const net = netOf(read, issqn);
  return {
    ...(due && { cLocIncid: due.cMun, xLocIncid: placeName(due.cMun, cities) }),
    valores: { ...(issqn.shown && shownOf(read, issqn)), vLiq: net.toFixed(2) },
    ...(read.IBSCBS && { IBSCBS: ibsCbsOf(read, cities, issqn, net) }),
  };
}

/** The amounts of annex I, rules E1287 to E1295 and E1506. */
function shownOf(dps: Dps, issqn: Issqn): Omit<NfseAmounts['valores'], 'vLiq'> {
  const { deduction, benefit, vBC, rate, vISSQN } = issqn;
  const isComputed = child(dps.valores, 'vDedRed') !== undefined && !child(dps.valores, 'vDedRed', 'vDR');
  return {
    ...(isComputed && { vCalcDR: deduction.toFixed(2) }),
    ...(benefit.kind && { tpBM: benefit.kind }),
    ...(benefit.kind === '2' && { vCalcBM: benefit.amount.toFixed(2) }),
    vBC: vBC.toFixed(2),
    ...(rate && { pAliqAplic: rate.toFixed(2), vISSQN: vISSQN.toFixed(2) }),
    vTotalRet: withheldOf(dps, issqn).toFixed(2),
  };
}

/** vLiq: the service less both discounts and all that is withheld (rule E1508). */
function netOf(dps: Dps, issqn: Issqn): Decimal {
  return issqn.price.minus(amount(dps.valores, 'vDescCondIncond', 'vDescCond')).minus(withheldOf(dps, issqn));
}

/**
 * vTotalRet. PIS and COFINS are not added: what is withheld of them is within vRetCSLL, by the layout of 27/07/2026, rule E1506 and NT
 * SE/CGNFS-e 007/2026. Annex v1.00.02 added vPis and vCofins.
 */
function withheldOf({ tribFed }: Dps, { withheld }: Issqn): Decimal {
  return sum([...['vRetCP', 'vRetIRRF', 'vRetCSLL'].map((name) => amount(tribFed, name)), withheld]);
}

/** infNFSe/IBSCBS, each group in the order of the layout. */
type NfseIbsCbs = {
  cLocalidadeIncid: string;
  xLocalidadeIncid: string;
  pRedutor?: string;
  valores: {
    vBC: string;
    vCalcReeRepRes?: string;
    uf: { pIBSUF: string; pRedAliqUF?: string; pAliqEfetUF: string };
    mun: { pIBSMun: string; pRedAliqMun?: string; pAliqEfetMun: string };
    fed: { pCBS: string; pRedAliqCBS?: string; pAliqEfetCBS: string };
  };
  totCIBS: {
    vTotNF: string;
    gIBS: {
      vIBSTot: string;
      gIBSUFTot: { vDifUF?: string; vIBSUF: string };
      gIBSMunTot: { vDifMun?: string; vIBSMun: string };
    };
    gCBS: { vDifCBS?: string; vCBS: string };
    gTribRegular?: {
      pAliqEfeRegIBSUF: string;
      vTribRegIBSUF: string;
      pAliqEfeRegIBSMun: string;
      vTribRegIBSMun: string;
      pAliqEfeRegCBS: string;
      vTribRegCBS: string;
    };
    gTribCompraGov?: { pIBSUF: string; vIBSUF: string; pIBSMun: string; vIBSMun: string; pCBS: string; vCBS: string };
  };
};

/** One of the three taxes (IBS of the state, IBS of the municipality, CBS) as a classification applies it. */
type Tax = { rate: Decimal; reduction: Decimal; effective: Decimal; deferred: Decimal | undefined; due: Decimal };

const zero = new Decimal(0);
const hundred = new Decimal(100);
const lastYearOfTests = 2026;

/** Rates of the year (LC 214/2025, arts. 343, 344 and 346). The rate of CBS from 2027 on is not published: the one of 2026 stands in for it. */
function ratesOf(year: number): { uf: Decimal; mun: Decimal; cbs: Decimal } {
  const isTest = year <= lastYearOfTests;
  return {
    uf: new Decimal(isTest ? '0.10' : '0.05'),
    mun: new Decimal(isTest ? '0' : '0.05'),
    cbs: new Decimal('0.90'),
  };
}

function ibsCbsOf(dps: Dps, cities: Cities, issqn: Issqn, net: Decimal): NfseIbsCbs {
  const year = Number(dps.dCompet.slice(0, 4));
  const vBC = baseOf(dps, issqn, year);
  const declared = child(dps.IBSCBS, 'valores', 'trib', 'gIBSCBS');
  const found = classifications.get(textOf(declared, 'cClassTrib') ?? '');
  const rates = isTaxed(found) ? ratesOf(year) : { uf: zero, mun: zero, cbs: zero };
  const deferral = child(declared, 'gDif');
  const uf = taxOf(vBC, rates.uf, found?.reduction.ibs, deferral, 'pDifUF');
  const mun = taxOf(vBC, rates.mun, found?.reduction.ibs, deferral, 'pDifMun');
  const cbs = taxOf(vBC, rates.cbs, found?.reduction.cbs, deferral, 'pDifCBS');
  const forState = child(dps.IBSCBS, 'tpEnteGov') !== undefined;
  const taxes = year <= lastYearOfTests ? zero : uf.due.plus(mun.due).plus(cbs.due);
  const place = placeOf(dps);
  return {
    cLocalidadeIncid: place,
    xLocalidadeIncid: place === abroad ? 'Exterior' : placeName(place, cities),
    // Always zero here: the reduction for public buyers is fixed only from 2027 on (LC 214/2025, arts. 370 and 472).
    ...(forState && { pRedutor: '0.00' }),
    valores: {
      vBC: vBC.toFixed(2),
      ...(issqn.reimbursed.gt(0) && { vCalcReeRepRes: issqn.reimbursed.toFixed(2) }),
      uf: { pIBSUF: text(uf.rate), ...reduced('pRedAliqUF', uf), pAliqEfetUF: text(uf.effective) },
      mun: { pIBSMun: text(mun.rate), ...reduced('pRedAliqMun', mun), pAliqEfetMun: text(mun.effective) },
      fed: { pCBS: text(cbs.rate), ...reduced('pRedAliqCBS', cbs), pAliqEfetCBS: text(cbs.effective) },
    },
    totCIBS: {
      vTotNF: net.plus(taxes).toFixed(2),
      gIBS: {
        vIBSTot: text(uf.due.plus(mun.due)),
        gIBSUFTot: { ...deferred('vDifUF', uf), vIBSUF: text(uf.due) },
        gIBSMunTot: { ...deferred('vDifMun', mun), vIBSMun: text(mun.due) },
      },
      gCBS: { ...deferred('vDifCBS', cbs), vCBS: text(cbs.due) },
      ...regularTaxes(vBC, year, child(declared, 'gTribRegular')),
      ...(forState && {
        gTribCompraGov: {
          ...{ pIBSUF: text(uf.effective), vIBSUF: text(uf.due) },
          ...{ pIBSMun: text(mun.effective), vIBSMun: text(mun.due) },
          ...{ pCBS: text(cbs.effective), vCBS: text(cbs.due) },
        },
      }),
    },
  };
}

/** Base by rule E1530: without PIS and COFINS until 2026, with them from 2027 on. */
function baseOf({ tribFed }: Dps, { price, reimbursed, vISSQN }: Issqn, year: number): Decimal {
  const contributions = amount(tribFed, 'piscofins', 'vPis').plus(amount(tribFed, 'piscofins', 'vCofins'));
  const base = price.minus(reimbursed).minus(vISSQN);
  return year <= lastYearOfTests ? base.minus(contributions) : base;
}

/** Whether a classification has rates: not if its situation has no amounts, nor if regular taxation is only shown. */
function isTaxed(found: Classification | undefined): boolean {
  return found?.regularTax === false && situations.get(found.situation)?.gIBSCBS === true;
}

/** Amounts as the official calculator gives them, which rules E1568, E1572 and E1582 compare; `due` is after the deferred part. */
function taxOf(
  base: Decimal,
  rate: Decimal,
  reduction: string | undefined,
  gDif: Element | undefined,
  of: string,
): Tax {
  const percentage = new Decimal(rate.isZero() ? 0 : (reduction ?? 0));
  const effective = cents(rate.times(hundred.minus(percentage)).div(hundred));
  const whole = percentOf(base, effective);
  const deferredAmount = gDif && percentOf(whole, amount(gDif, of));
  return { rate, reduction: percentage, effective, deferred: deferredAmount, due: whole.minus(deferredAmount ?? zero) };
}

function regularTaxes(
  base: Decimal,
  year: number,
  group: Element | undefined,
): Pick<NfseIbsCbs['totCIBS'], 'gTribRegular'> {
  if (!group) return {};
  const found = classifications.get(textOf(group, 'cClassTribReg') ?? '');
  const rates = isTaxed(found) ? ratesOf(year) : { uf: zero, mun: zero, cbs: zero };
  const uf = taxOf(base, rates.uf, found?.reduction.ibs, undefined, '');
  const mun = taxOf(base, rates.mun, found?.reduction.ibs, undefined, '');
  const cbs = taxOf(base, rates.cbs, found?.reduction.cbs, undefined, '');
  return {
    gTribRegular: {
      ...{ pAliqEfeRegIBSUF: text(uf.effective), vTribRegIBSUF: text(uf.due) },
      ...{ pAliqEfeRegIBSMun: text(mun.effective), vTribRegIBSMun: text(mun.due) },
      ...{ pAliqEfeRegCBS: text(cbs.effective), vTribRegCBS: text(cbs.due) },
    },
  };
}

/** The code of places abroad (rule E1521). */
const abroad = '9999999';

/** Where IBS and CBS are due: at the acquirer's place for the operations (cIndOp) that say so, otherwise where the service is rendered. */
function placeOf({ IBSCBS, toma, serv, cLocEmi }: Dps): string {
  if (isDueAtAcquirer(textOf(IBSCBS, 'cIndOp') ?? '')) {
    return child(toma, 'end', 'endExt') ? abroad : (textOf(toma, 'end', 'endNac', 'cMun') ?? cLocEmi);
  }
  return child(serv, 'locPrest', 'cPaisPrestacao') ? abroad : (textOf(serv, 'locPrest', 'cLocPrestacao') ?? cLocEmi);
}

function reduced<Name extends string>(name: Name, { reduction }: Tax): { [Key in Name]?: string } {
  return (reduction.gt(0) ? { [name]: text(reduction) } : {}) as { [Key in Name]?: string };
}

function deferred<Name extends string>(name: Name, tax: Tax): { [Key in Name]?: string } {
  return (tax.deferred ? { [name]: text(tax.deferred) } : {}) as { [Key in Name]?: string };
}

function text(value: Decimal): string {
  return value.toFixed(2);
}
