import type { ServiceAmounts } from '../../domain/documents/computed-service.ts';
import type { Schema } from '../operations.ts';

/** What only a service has among the totals. */
export type ServiceTotals = Pick<
  Schema<'TaxTotals'>,
  | 'services'
  | 'unconditionalDiscount'
  | 'conditionalDiscount'
  | 'deductions'
  | 'benefit'
  | 'issBase'
  | 'issRate'
  | 'iss'
  | 'issWithheld'
  | 'pisCofinsBase'
  | 'pisWithheld'
  | 'cofinsWithheld'
  | 'inss'
  | 'irrf'
  | 'csll'
  | 'withheld'
  | 'netValue'
  | 'computedBy'
>;

/** The sums of a service under the names of the API; PIS, COFINS, IBS and CBS are not among them, for goods have them, too. */
export function serviceTotals(amounts: ServiceAmounts): ServiceTotals {
  const { unconditionalDiscount, conditionalDiscount, deductions, benefit, issBase, issRate, iss, issWithheld } =
    amounts;
  const { pisCofinsBase, pisWithheld, cofinsWithheld, inss, irrf, csll, withheld, computedBy } = amounts;
  return {
    services: amounts.service,
    ...{ unconditionalDiscount, conditionalDiscount, deductions, benefit, issBase, issRate, iss, issWithheld },
    ...{ pisCofinsBase, pisWithheld, cofinsWithheld, inss, irrf, csll, withheld },
    netValue: amounts.net,
    computedBy,
  };
}

/** What stands there on a document that is no service, or not computed yet. */
export const noServiceTotals: ServiceTotals = {
  services: null,
  unconditionalDiscount: null,
  conditionalDiscount: null,
  deductions: null,
  benefit: null,
  issBase: null,
  issRate: null,
  iss: null,
  issWithheld: null,
  pisCofinsBase: null,
  pisWithheld: null,
  cofinsWithheld: null,
  inss: null,
  irrf: null,
  csll: null,
  withheld: null,
  netValue: null,
  computedBy: null,
};
