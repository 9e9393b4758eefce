import { z } from 'zod';
import { isCnpj, isCpf } from '../identifiers.ts';

/** What a handler gets of a request; `parameter` is the variable part of the path. */
export type ControlRequest = { parameter: string; query: URLSearchParams; body: unknown };

/** One operation. A result of undefined is answered with 404, a text as PEM, anything else as JSON. */
export type ControlRoute = { method: string; path: URLPattern; handle(request: ControlRequest): unknown };

/** A path, in which `:id` stands for the variable part. */
export function pattern(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}

/** The environment that an order is for, homologation unless it says otherwise. */
export const environment = z.union([z.literal(1), z.literal(2)]).default(2);

/** A CNPJ or CPF. */
export const taxId = z.string().refine((text) => isCnpj(text) || isCpf(text), 'CNPJ or CPF with wrong check digits');

/** Reais above zero, as a number or a text; a text with two places. */
export const amount = z.union([z.number(), z.string()]).transform((value, context) => {
  if (/^\d+(?:\.\d{1,2})?$/.test(String(value)) && Number(value) > 0) return Number(value).toFixed(2);
  context.addIssue('an amount above zero with two places at most');
  return z.NEVER;
});

/** Something that cannot be loaded; its message tells the operator why. */
export class BadOrder extends Error {}
