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

/** Sales of the contract, one of each kind, as a model learns their shape. */
export const exampleSales = Object.values(creation.requestBody.content['application/json'].examples).map(
  ({ value: { emit: _, ...sale } }) => sale,
);

/** The API checks a sale, and says field and mend in words; here is checked only that it is a sale. */
export const saleSchema = z
  .looseObject({
    type: z.enum(['NFE', 'NFCE', 'NFSE']),
    externalId: z.string().optional().describe('número do pedido no sistema da pessoa: duas vendas nunca têm o mesmo'),
    client: z.looseObject({}),
    items: z.array(z.looseObject({})).min(1),
  })
  .describe('a venda, nos campos da API; example_sales mostra uma de cada tipo');

export type Sale = z.infer<typeof saleSchema>;

/** What the API takes; nothing is emitted by creating. */
export const draftOf = (sale: Sale): FiscalDocumentCreation => ({ ...sale, emit: false }) as FiscalDocumentCreation;

/** The same sale, however often it is sent, is one draft: the key follows from what it says. */
export const keyOf = (sale: Sale): string => `mcp-${fingerprintOf(sale)}`;

/** What a person looks at before she says yes. */
export function summaryOf(note: FiscalDocumentDetail): object {
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
