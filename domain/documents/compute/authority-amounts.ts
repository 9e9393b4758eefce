import { decimal, type Decimal, money, sum } from '../../money.ts';
import type { ComputedService, ComputedServiceItem, ServiceAmounts, ServiceIbsCbs } from '../computed-service.ts';
import { share } from './line-amounts.ts';

/** What an NFS-e says of amounts: those of group valores, and IBS and CBS, which only the authority computes. */
export type AuthorityAmounts = { amounts: Partial<ServiceAmounts>; ibsCbs: ServiceIbsCbs | null };

/**
 * A service with the amounts that its NFS-e prints in place of ours. Where it prints no ISSQN it prints no sum of what is withheld either,
 * nor ever a deduction that was said as an amount: those remain ours, as the net amount is less them. IBS and CBS are shared over the items by what each is worth after its
 * discount, so that the lines add up to the note.
 */
export function withAuthorityAmounts<Service extends Pick<ComputedService, 'fields' | 'amounts' | 'items'>>(
  service: Service,
  { amounts: printed, ibsCbs }: AuthorityAmounts,
): Service {
  const { items, fields } = service;
  const ours = service.amounts;
  const merged = {
    ...ours,
    ...printed,
    deductions: printed.deductions ?? ours.deductions,
    benefit: printed.benefit ?? ours.benefit,
    withheld: printed.withheld ?? ours.withheld,
  };
  const isWithheld = fields.issWithholding === '2' || fields.issWithholding === '3';
  const issWithheld = printed.issWithheld ?? (isWithheld ? merged.iss : null);
  const lines = ibsCbs ? shared(ibsCbs, items.map(worthOf)) : [];
  return {
    ...service,
    amounts: { ...merged, issWithheld, computedBy: 'AUTHORITY', ibsCbs },
    items: items.map((item, index) => ({ ...item, ibsCbs: lines[index] ?? null })),
  };
}

function worthOf({ total, discount }: ComputedServiceItem): Decimal {
  return decimal(total).minus(decimal(discount));
}

/** vIBSTot is vIBSUF and vIBSMun together, on each line too. */
function shared(whole: ServiceIbsCbs, worth: Decimal[]): ServiceIbsCbs[] {
  const parts = (amount: string) => share(decimal(amount), worth);
  const [bases, states] = [parts(whole.base), parts(whole.stateValue)];
  const [municipals, cbs] = [parts(whole.municipalValue), parts(whole.cbsValue)];
  return worth.map((_, index) => {
    const [state, municipal] = [at(states, index), at(municipals, index)];
    return {
      ...whole,
      base: money(at(bases, index)),
      stateValue: money(state),
      municipalValue: money(municipal),
      ibsValue: money(sum([state, municipal])),
      cbsValue: money(at(cbs, index)),
    };
  });
}

function at(parts: Decimal[], index: number): Decimal {
  return parts[index] ?? decimal(null);
}
