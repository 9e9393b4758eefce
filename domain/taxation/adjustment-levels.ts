import { otherTaxOf } from './adjustment-kinds.ts';
import { cfopOnRoute } from './cfop.ts';
import { type TaxFieldName, taxFieldNames, type TaxFields } from './fields.ts';
import type { Operation } from './operation.ts';
import type { TaxLevel } from './resolve.ts';

/**
 * What a note of credit or debit takes of a level: of product, template, rule and company nothing about the taxes that its kind does
 * not carry, nor of IBS and CBS where its class is given; of product and company no CFOP, which is one of sales; and where it is
 * about no goods, not the company's NCM. What the item itself says always stands. Any other note takes everything.
 */
export function levelOfPurpose({ source, fields }: TaxLevel, { adjustment }: Operation): TaxLevel {
  if (!adjustment || source === 'ITEM') return { source, fields };
  const isOfSales = source === 'PRODUCT' || source === 'COMPANY';
  const isPassedOver = (name: TaxFieldName) =>
    (otherTaxOf(name) !== null && adjustment.otherTaxes !== 'AS_SOLD') ||
    (name.startsWith('ibsCbs') && adjustment.classification !== null) ||
    (name === 'cfop' && isOfSales) ||
    (name === 'ncm' && source === 'COMPANY' && adjustment.otherTaxes === 'NONE');
  const taken: TaxFields = {};
  for (const name of taxFieldNames) if (fields[name] && !isPassedOver(name)) taken[name] = fields[name];
  return { source, fields: taken };
}

/** The CFOP of such a note where no level says one; null where its goods decide, and on every other note. */
export function cfopOfPurpose(operation: Operation): string | null {
  const { adjustment } = operation;
  return adjustment?.cfop ? cfopOnRoute(adjustment.cfop, operation) : null;
}
