import { z } from 'zod';
import { plainTaxId } from '../tax-id.ts';
import { isPrintable } from '../xml/clean-text.ts';

/** Text that is printed as it is: one line, no control characters, spaces collapsed; the length is checked after that. */
export const printable = (min: number, max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'é obrigatório' : undefined)
        .max(max)
        .refine(isPrintable, 'tem caracteres que a NF-e não aceita'),
    );

/** Digits that people write with punctuation (`01310-100`). */
export const digits = (min: number, max: number, message: string) =>
  z
    .string(message)
    .transform((text) => text.replace(/[\s().\-/+]/g, ''))
    .pipe(z.string().regex(new RegExp(`^[0-9]{${min},${max}}$`), message));

/** A CNPJ or CPF as people write it, without its punctuation; letters in upper case. */
export const taxId = z.string().transform(plainTaxId);
