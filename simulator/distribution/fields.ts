import { z } from 'zod';
import { isCnpj, isCpf } from '../rules/check-digits.ts';

/** A CNPJ or CPF. */
export const taxId = z.string().refine((text) => isCnpj(text) || isCpf(text), 'CNPJ or CPF with wrong check digits');

/** Reais above zero, as a number or a text; a text with two places. */
export const amount = z.union([z.number(), z.string()]).transform((value, context) => {
  if (/^\d+(?:\.\d{1,2})?$/.test(String(value)) && Number(value) > 0) return Number(value).toFixed(2);
  context.addIssue('an amount above zero with two places at most');
  return z.NEVER;
});
