import { field, group } from '../../xml/writer.ts';
import type { ContributionAmounts } from '../../documents/computed-note.ts';
import { contributionForm } from './contribution-form.ts';

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
