import type { Decimal } from 'decimal.js';
import { amount, sum } from '../rules/amount.ts';
import type { Element } from '../xml/element.ts';
import { child } from '../xml/element.ts';
import type { Cities } from './city.ts';
import type { NfseIbsCbs } from './ibs-cbs.ts';
import { ibsCbsOf } from './ibs-cbs.ts';
import type { Issqn } from './issqn.ts';
import { issqnOf } from './issqn.ts';
import { incidence, placeName } from './places.ts';
import type { Dps } from './read-dps.ts';
import { readDps } from './read-dps.ts';

/** What an NFS-e says of its amounts. Texts are as the layout writes them; what is absent is not written. */
export type NfseAmounts = {
  /** Where ISSQN is due: absent for immunity, exports and services without it. */
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

/** The sums of annex I, rules E1287 to E1295 and E1506. */
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
 * vTotalRet. PIS and COFINS have no part of their own in it: what is withheld of them is within vRetCSLL, by the layout of 27/07/2026, rule
 * E1506 and NT SE/CGNFS-e 007/2026. Annex v1.00.02 added vPis and vCofins.
 */
function withheldOf({ tribFed }: Dps, { withheld }: Issqn): Decimal {
  return sum([...['vRetCP', 'vRetIRRF', 'vRetCSLL'].map((name) => amount(tribFed, name)), withheld]);
}
