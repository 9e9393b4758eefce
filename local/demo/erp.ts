import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { caller } from './caller.ts';

const endpoint = z.object({ id: z.string(), secret: z.string() });
const created = z.object({ id: z.string(), status: z.string() });
const document = z.object({
  status: z.string(),
  accessKey: z.string().nullable(),
  number: z.number(),
  protocolNumber: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  nfseNumber: z.string().nullable(),
  verificationCode: z.string().nullable(),
  taxTotals: z.object({ iss: z.string().nullable().optional(), netValue: z.string().nullable().optional() }),
});

export type IssuedDocument = z.infer<typeof document>;

const pollMs = 100;
const authorizedWithinMs = 60_000;

/** The calls that an ERP makes of the API, under its key. */
export function erp(api: string, key: string) {
  const { call, json } = caller(api, key);
  const found = async (id: string): Promise<IssuedDocument> =>
    document.parse(await json('GET', `/v1/fiscal-documents/${id}`));

  return {
    found,
    async registerWebhook(url: string) {
      return endpoint.parse(
        await json('POST', '/v1/webhooks', { url, events: ['DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED'] }),
      );
    },
    async removeWebhook(id: string) {
      await call('DELETE', `/v1/webhooks/${id}`);
    },
    async create(sale: object) {
      return created.parse(await json('POST', '/v1/fiscal-documents', sale));
    },
    /** Asks until the tax authority has answered. */
    async authorized(id: string): Promise<IssuedDocument & { accessKey: string }> {
      const deadline = Date.now() + authorizedWithinMs;
      for (;;) {
        const answer = await found(id);
        if (answer.status === 'AUTHORIZED' && answer.accessKey) return { ...answer, accessKey: answer.accessKey };
        if (answer.status === 'REJECTED') throw new Error(`a nota foi rejeitada: ${answer.rejectionReason}`);
        if (Date.now() > deadline) throw new Error(`a nota continua ${answer.status} depois de 60 s`);
        await setTimeout(pollMs);
      }
    },
    async cancel(id: string, justification: string, reason: string): Promise<void> {
      await call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification, reason });
    },
    xml: (id: string) => call('GET', `/v1/fiscal-documents/${id}/xml`),
    danfe: (id: string) => call('GET', `/v1/fiscal-documents/${id}/danfe`),
  };
}
