import type { ContributionAmounts } from '../../taxation/amounts.ts';
import { field, group } from '../../xml/writer.ts';

/** Group Q: PIS, by rate, not taxed or other. */
export function layoutPis(pis: ContributionAmounts): string {
  const form = contributionForm(pis.situation);
  const situation = field('CST', pis.situation); // Q06
  if (form === 'NT') return group('PIS', group('PISNT', situation));
  return group(
    'PIS',
    group(
      `PIS${form}`,
      situation,
      field('vBC', pis.base ?? '0.00'), // Q07
      field('pPIS', pis.rate ?? '0.00'), // Q08
      field('vPIS', pis.value ?? '0.00'), // Q09
    ),
  );
}

const byRate = new Set(['01', '02']);
const notTaxed = new Set(['04', '05', '06', '07', '08', '09']);

/** The last part of the name of the group for a PIS or COFINS situation: `PISAliq`, `COFINSNT`... (Q02 to Q05, S02 to S05). */
export function contributionForm(situation: string): 'Aliq' | 'NT' | 'Outr' {
  if (byRate.has(situation)) return 'Aliq';
  return notTaxed.has(situation) ? 'NT' : 'Outr';
}

/** Group S: COFINS, by rate, not taxed or other. */
export function layoutCofins(cofins: ContributionAmounts): string {
  const form = contributionForm(cofins.situation);
  const situation = field('CST', cofins.situation); // S06
  if (form === 'NT') return group('COFINS', group('COFINSNT', situation));
  return group(
    'COFINS',
    group(
      `COFINS${form}`,
      situation,
      field('vBC', cofins.base ?? '0.00'), // S07
      field('pCOFINS', cofins.rate ?? '0.00'), // S08
      field('vCOFINS', cofins.value ?? '0.00'), // S11
    ),
  );
}
