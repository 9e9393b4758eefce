import { z } from 'zod';
import { checkTexts } from '../check-texts.ts';
import { plainTaxId } from '../tax-id.ts';
import { cleanText, hasValidCharacters } from '../xml/clean-text.ts';

/** Text that a note prints: without control characters, and cleaned as the note has it (`cleanText`); its length is counted after that. */
export const printableSchema = (min: number, max: number) =>
  z
    .string()
    .refine((text) => checkTexts(text).length === 0, 'tem caracteres de controle ou inválidos')
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'é obrigatório' : undefined)
        .max(max)
        .refine(hasValidCharacters, 'tem caracteres que a NF-e não aceita'),
    );

/** Digits, which people may write with punctuation (`01310-100`). */
export const digitsSchema = (min: number, max: number, message: string) =>
  z
    .string(message)
    .transform((text) => text.replace(/[\s().\-/+]/g, ''))
    .pipe(z.string().regex(new RegExp(`^[0-9]{${min},${max}}$`), message));

/** A CNPJ or CPF, which people may write with punctuation; letters become upper case. */
export const taxIdSchema = z.string().transform(plainTaxId);
