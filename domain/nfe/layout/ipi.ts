import type { IpiAmounts } from '../../taxation/amounts.ts';
import { field, group } from '../../xml/writer.ts';

const taxed = new Set(['00', '49', '50', '99']);

/** Group O: IPI, by rate or not taxed. */
export function layoutIpi(ipi: IpiAmounts): string {
  const situation = field('CST', ipi.situation); // O09
  return group(
    'IPI',
    field('cEnq', ipi.framework), // O06
    taxed.has(ipi.situation)
      ? group(
          'IPITrib', // O07
          situation,
          field('vBC', ipi.base ?? '0.00'), // O10
          field('pIPI', ipi.rate ?? '0.00'), // O13
          field('vIPI', ipi.value ?? '0.00'), // O14
        )
      : group('IPINT', situation), // O08
  );
}
