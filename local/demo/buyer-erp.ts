import { z } from 'zod';
import { caller } from './erp.ts';

const received = z.object({
  id: z.string(),
  schemaType: z.string(),
  nsu: z.string(),
  accessKey: z.string(),
  issuer: z.object({ name: z.string() }),
  totalValue: z.string(),
  emissionDate: z.iso.datetime(),
  hasFullXml: z.boolean(),
});
const list = z.object({ data: z.array(received) });
const standing = z.object({ status: z.string(), reason: z.string().nullable(), nextSyncAllowedAt: z.iso.datetime() });
const state = z.object({ sources: z.array(standing.extend({ source: z.string() })) });
const dispatched = z.object({ sources: z.array(z.string()) });
const payable = z.object({
  number: z.string().nullable(),
  dueDate: z.string(),
  amount: z.string(),
  status: z.string(),
  receivedDocument: z.object({ id: z.string() }),
});
const payables = z.object({ data: z.array(payable) });

export type ListedDocument = z.infer<typeof received>;

/** A month of received documents as a ZIP. */
export type Archive = { content: Buffer; documents: number };

/** The API calls that the ERP of a buyer makes with its key. */
export function buyerErp(api: string, key: string) {
  const { ask, call, json } = caller(api, key);
  const path = '/v1/received-documents';
  return {
    /** The received note with an access key; undefined until it has come. */
    async received(accessKey: string): Promise<ListedDocument | undefined> {
      const { data } = list.parse(await json('GET', `${path}?accessKey=${accessKey}`));
      return data.find(({ schemaType }) => !schemaType.includes('EVENTO'));
    },
    /** The state of the distribution of NF-e. */
    async distribution(): Promise<z.infer<typeof standing> | undefined> {
      const { sources } = state.parse(await json('GET', `${path}/distribution`));
      return sources.find(({ source }) => source === 'NFE');
    },
    /** Has the authority asked for NF-e now. @returns false where it is too early to ask */
    async sync(): Promise<boolean> {
      const { status, bytes } = await ask('POST', `${path}/sync`, undefined, 429);
      return status === 202 && dispatched.parse(JSON.parse(bytes.toString('utf8'))).sources.includes('NFE');
    },
    async manifest(id: string, type: 'CIENCIA' | 'CONFIRMADA'): Promise<void> {
      await call('POST', `${path}/${id}/manifestation`, { type });
    },
    /** The payables of a received note. */
    async payables(id: string): Promise<z.infer<typeof payable>[]> {
      const { data } = payables.parse(await json('GET', '/v1/payables?status=OPEN&pageSize=100'));
      return data.filter(({ receivedDocument }) => receivedDocument.id === id);
    },
    async month(year: number, month: number): Promise<Archive> {
      const { bytes, headers } = await ask('GET', `${path}/export?year=${year}&month=${month}`);
      return { content: bytes, documents: Number(headers['x-document-count']) };
    },
    danfe: (id: string) => call('GET', `${path}/${id}/danfe`),
  };
}
