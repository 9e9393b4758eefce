import { ibsCbsClass } from '../taxation/ibs-cbs/class.ts';

/** Deferral (NT 2025.002 §5): the DPS says how much. */
const deferred = new Set(['510', '515']);

/** What the DPS must say beside a cClassTrib; null where the table does not have it. */
export function ibsCbsNeeds(classification: string): { regularTaxation: boolean; deferral: boolean } | null {
  const found = ibsCbsClass(classification);
  return found ? { regularTaxation: found.needsRegularTaxation, deferral: deferred.has(found.situation) } : null;
}
