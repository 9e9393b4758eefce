import { z } from 'zod';
import { caller } from './caller.ts';
import {
  authorizedIn,
  created,
  document,
  type IssuedDocument,
  type SoldDocument,
  soldDocument,
} from './issued-document.ts';

const endpoint = z.object({ id: z.string(), secret: z.string() });

/** The calls that an ERP makes of the API, under its key. */
export function erp(api: string, key: string) {
  const { call, json } = caller(api, key);
  const patient = caller(api, key, { prefer: 'wait=10' });
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
    /** Creates a sale and waits for its paper, ten seconds at most. */
    async sell(sale: object): Promise<SoldDocument> {
      return soldDocument.parse(await patient.json('POST', '/v1/fiscal-documents', sale));
    },
    sold: async (id: string): Promise<SoldDocument> =>
      soldDocument.parse(await json('GET', `/v1/fiscal-documents/${id}`)),
    authorized: (id: string) => authorizedIn(() => found(id)),
    async cancel(id: string, justification: string, reason: string): Promise<void> {
      await call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification, reason });
    },
    xml: (id: string) => call('GET', `/v1/fiscal-documents/${id}/xml`),
    danfe: (id: string) => call('GET', `/v1/fiscal-documents/${id}/danfe`),
  };
}
