import { z } from 'zod';
import { isCnpj, isCpf } from '../identifiers.ts';

/** The request that a handler gets; `parameter` is the variable part of the path. */
export type ControlRequest = { parameter: string; query: URLSearchParams; body: unknown };

/** One operation. A result of undefined is answered with 404, a string as PEM, anything else as JSON. */
export type ControlRoute = { method: string; path: URLPattern; handle(request: ControlRequest): unknown };

/** A path, in which `:id` stands for the variable part. */
export function pattern(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}

/** The environment that a request is for; homologation by default. */
export const environment = z.union([z.literal(1), z.literal(2)]).default(2);

/** A CNPJ or CPF. */
export const taxId = z.string().refine((text) => isCnpj(text) || isCpf(text), 'CNPJ or CPF with wrong check digits');

/** Reais above zero, as a number or a string; the result is a string with two decimal places. */
export const amount = z.union([z.number(), z.string()]).transform((value, context) => {
  if (/^\d+(?:\.\d{1,2})?$/.test(String(value)) && Number(value) > 0) return Number(value).toFixed(2);
  context.addIssue('an amount above zero with two places at most');
  return z.NEVER;
});

/** A request that cannot be carried out; its message tells the operator why. */
export class BadOrder extends Error {}
