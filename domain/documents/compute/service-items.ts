import { decimal, money, unitPrice } from '../../money.ts';
import type { ComputedServiceItem } from '../computed-service.ts';
import type { ServicePayload } from '../payload.ts';
import type { ResolvedServiceLine } from './service-lines.ts';
import { serviceLinesOf } from './service-values.ts';

/** The lines of a service as it is kept; the DPS prints their sum alone. */
export function serviceItemsOf(payload: ServicePayload, lines: ResolvedServiceLine[]): ComputedServiceItem[] {
  const values = serviceLinesOf(payload);
  return payload.items.flatMap((item, index) => {
    const [value, line] = [values[index], lines[index]];
    if (!value || !line) return [];
    return [
      {
        number: index + 1,
        code: item.code,
        description: item.description,
        unit: item.unit ?? null,
        quantity: decimal(item.quantity).toFixed(4),
        unitValue: unitPrice(decimal(item.unitValue)),
        total: money(value.total),
        discount: value.discount.isZero() ? null : money(value.discount),
        additionalInfo: item.additionalInfo ?? null,
        taxation: line.trace,
        taxedBy: line.taxedBy,
        ibsCbs: null,
      },
    ];
  });
}
