import { cfopOnRoute } from '../cfop/route.ts';
import { type TaxFieldName, taxFieldNames, type TaxFields } from '../fields.ts';
import type { TaxLevel } from '../levels/resolve.ts';
import type { Operation } from '../operation.ts';
import { otherTaxOf } from './kinds.ts';

/**
 * What a note of credit or debit takes from a level. Its taxes beside IBS and CBS are those of a sale only where sold goods come back; else
 * rule, product and company, which describe sales, are ignored, and the template too where the note has no such tax. Also ignored are the
 * CFOP of product and company, the company's NCM on a note without goods, and IBS and CBS where the kind gives the class. What the item
 * says always counts. Any other note takes everything.
 */
export function levelOfPurpose({ source, fields }: TaxLevel, { adjustment }: Operation): TaxLevel {
  if (!adjustment || source === 'ITEM') return { source, fields };
  const { otherTaxes, classification } = adjustment;
  const isOfSales = source !== 'TEMPLATE';
  const isPassedOver = (name: TaxFieldName) =>
    (otherTaxOf(name) !== null && otherTaxes !== 'AS_SOLD' && (isOfSales || otherTaxes === 'NONE')) ||
    (name.startsWith('ibsCbs') && classification !== null) ||
    (name === 'cfop' && isOfSales) ||
    (name === 'ncm' && source === 'COMPANY' && otherTaxes === 'NONE');
  const taken: TaxFields = {};
  for (const name of taxFieldNames) if (fields[name] && !isPassedOver(name)) taken[name] = fields[name];
  return { source, fields: taken };
}

/** The CFOP of such a note where no level says one; null where its goods decide, and on every other note. */
export function cfopOfPurpose(operation: Operation): string | null {
  const { adjustment } = operation;
  return adjustment?.cfop ? cfopOnRoute(adjustment.cfop, operation) : null;
}
