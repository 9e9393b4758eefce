import { z } from 'zod';
import type { FiscalDocumentCreation, FiscalDocumentDetail } from '../../clients/typescript/src/index.ts';
import { fingerprintOf } from '../../domain/fingerprint.ts';
import { contract } from '../../openapi/contract.ts';

const exampleSchema = z.looseObject({ summary: z.string(), value: z.looseObject({ type: z.string() }) });
const creation = z
  .object({
    paths: z.object({
      '/v1/fiscal-documents': z.object({
        post: z.object({
          requestBody: z.object({
            content: z.object({ 'application/json': z.object({ examples: z.record(z.string(), exampleSchema) }) }),
          }),
        }),
      }),
    }),
  })
  .parse(contract.description).paths['/v1/fiscal-documents'].post;

/** Examples of the contract, one of each kind of sale, from which a model learns the shape. */
export const exampleSales = Object.values(creation.requestBody.content['application/json'].examples).map(
  ({ value: { emit: _, ...sale } }) => sale,
);

/** Checks only the outline of a sale; the API checks the rest, and says in words which field to mend and how. */
export const saleSchema = z
  .looseObject({
    type: z.enum(['NFE', 'NFCE', 'NFSE']),
    externalId: z.string().optional().describe('número do pedido no sistema da pessoa: duas vendas nunca têm o mesmo'),
    client: z.looseObject({}),
    items: z.array(z.looseObject({})).min(1),
  })
  .describe('a venda, nos campos da API; example_sales mostra uma de cada tipo');

export type Sale = z.infer<typeof saleSchema>;

/** The body that creates a draft of the sale. */
export const draftBody = (sale: Sale): FiscalDocumentCreation => ({ ...sale, emit: false }) as FiscalDocumentCreation;

/** Idempotency key, made from the content of the sale: the same sale is one draft, however often it is sent. */
export const idempotencyKeyOf = (sale: Sale): string => `mcp-${fingerprintOf(sale)}`;

/** What a person looks at before confirming. */
export function confirmationSummary(note: FiscalDocumentDetail): object {
  const { id, type, status, environment, series, number, accessKey, totalValue, operationNature, externalId } = note;
  const { client, payments, taxTotals, warnings, rejection, updatedAt } = note;
  const items = note.items.map(({ code, description, quantity, unitValue, totalValue: value }) => ({
    ...{ code, description, quantity, unitValue, totalValue: value },
  }));
  return {
    ...{ id, type, status, environment, series, number, accessKey, totalValue, operationNature, externalId },
    ...{ client, items, payments, taxTotals, warnings, rejection, updatedAt },
  };
}
