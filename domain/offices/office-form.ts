import { z } from 'zod';
import { printableSchema, taxIdSchema } from '../companies/text-schema.ts';
import { DomainError } from '../errors.ts';
import { portugueseMessages, issuesOf } from '../schema-messages.ts';
import { taxIdKind } from '../tax-id.ts';

const schema = z.strictObject({
  taxId: taxIdSchema.refine(
    (text) => taxIdKind(text) !== null,
    'deve ser um CNPJ ou CPF com dígitos verificadores corretos',
  ),
  name: printableSchema(2, 100),
  email: z.email('deve ser um e-mail').max(254).nullable().default(null),
});

/** The form by which an operator creates an office. */
export type OfficeForm = z.output<typeof schema>;

/**
 * Checks the whole form of an office, and removes the punctuation of its tax id.
 *
 * @throws {DomainError} `validation_error` with one issue per field
 */
export function readOfficeForm(input: unknown): OfficeForm {
  const parsed = schema.safeParse(input, { error: portugueseMessages });
  if (parsed.success) return parsed.data;
  throw new DomainError('validation_error', 'Há campos inválidos no cadastro do escritório.', {
    issues: issuesOf(parsed.error),
  });
}
