import { field, group } from '../../xml/writer.ts';
import type { ContributionAmounts } from '../../documents/computed-note.ts';
import { contributionForm } from './contribution-form.ts';

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
