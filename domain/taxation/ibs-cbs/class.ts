import table from '../../../tables/c-class-trib.json' with { type: 'json' };
import { decimal, type Decimal } from '../../money.ts';

/** A cClassTrib as the authority publishes it; reductions in percent. */
export type IbsCbsClass = {
  classification: string;
  /** The CST that the class belongs to. */
  situation: string;
  ibsReduction: Decimal;
  cbsReduction: Decimal;
  isForNfe: boolean;
  isForNfce: boolean;
  isForNfse: boolean;
  /** Whether the line must also tell what it would pay under the regular rules (gTribRegular). */
  needsRegularTaxation: boolean;
  /** Whether the line must also reverse credits (gEstornoCred; rule 1173). */
  needsCreditReversal: boolean;
  /**
   * How a sale of this class counts in the gross revenue of Simples (tpRBSN; rule 1277): 0 is no revenue, 1 to 5 are kinds of revenue, 9 does not
   * exist in Simples; null where the mark was not read (`_tpRBSN` of the table).
   */
  simplesRevenue: string | null;
  /** First and last day; `until` is null where the class has no end. */
  from: string;
  until: string | null;
};

type PublishedClass = (typeof table.cClassTrib)[number];
const classes: ReadonlyMap<string, IbsCbsClass> = new Map(table.cClassTrib.map((row) => [row.cClassTrib, read(row)]));
const situations = new Set(table.cst.map((row) => row['CST-IBS/CBS']));
const withAmounts = new Set(table.cst.flatMap((row) => (row.ind_gIBSCBS === '1' ? row['CST-IBS/CBS'] : [])));
const withReductions = new Set(table.cst.flatMap((row) => (row.ind_gRed === '1' ? row['CST-IBS/CBS'] : [])));

/** The day on which the table was last read from the authority's page, and where its next version is announced (`lavra rates show`). */
export const classTable = { day: table._day, next: table._next };

/** The class of six digits; undefined where the table does not have it (rule 1023). */
export function ibsCbsClass(classification: string): IbsCbsClass | undefined {
  return classes.get(classification);
}

/** Whether lines of a CST have gIBSCBS. The others are exempt, immune or outside the tax, or adjust something else (rules 1021 and 1022). */
export function hasAmounts(situation: string): boolean {
  return withAmounts.has(situation);
}

/** Whether lines of a CST tell by how much each rate is reduced (gRed; rules 1032 and 1033). */
export function reducesRates(situation: string): boolean {
  return withReductions.has(situation);
}

/** Whether the table has the CST (rule 1020). */
export function isIbsCbsSituation(situation: string): boolean {
  return situations.has(situation);
}

function read(row: PublishedClass): IbsCbsClass {
  return {
    classification: row.cClassTrib,
    situation: row['CST-IBS/CBS'],
    ibsReduction: decimal(row.pRedIBS),
    cbsReduction: decimal(row.pRedCBS),
    isForNfe: row.indNFe === '1',
    isForNfce: row.indNFCe === '1',
    isForNfse: row.indNFSe === '1',
    needsRegularTaxation: row.ind_gTribRegular === '1',
    needsCreditReversal: row.ind_gEstornoCred === '1',
    simplesRevenue: row.tpRBSN,
    from: row.dIniVig,
    until: row.dFimVig,
  };
}
