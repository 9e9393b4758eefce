import { addedMoney } from '../../money.ts';
import type { ComputedItem } from '../computed-note.ts';

type ValueParts = Record<
  'products' | 'freight' | 'insurance' | 'otherCosts' | 'st' | 'fcpSt' | 'ipi' | 'discount',
  string | null
>;

/** vNF of a line or of the whole note (rule 610). */
export function noteValue({ products, freight, insurance, otherCosts, st, fcpSt, ipi, discount }: ValueParts): string {
  return addedMoney([products, freight, insurance, otherCosts, st, fcpSt, ipi], discount);
}

/** vItem: what a line adds to vNFTot, with IBS and CBS where they add to it, and without the group too (rule 1094). */
export function itemTotal(item: ComputedItem): string {
  if (item.ibsCbs) return item.ibsCbs.itemTotal;
  const { total: products, freight, insurance, otherCosts, discount, icms, ipi } = item;
  const [st, fcpSt] = [icms?.stValue ?? null, icms?.fcpStValue ?? null];
  return noteValue({ products, freight, insurance, otherCosts, st, fcpSt, ipi: ipi?.value ?? null, discount });
}
