import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';

const endpoint = z.object({ id: z.string(), secret: z.string() });

/** The API calls that an ERP makes with its key. */
export function erp(api: string, key: string) {
  const { call, json } = caller(api, key);
  const patient = caller(api, key, { prefer: 'wait=10' });
  const found = async (id: string): Promise<IssuedDocument> =>
    documentShape.parse(await json('GET', `/v1/fiscal-documents/${id}`));

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
      return createdShape.parse(await json('POST', '/v1/fiscal-documents', sale));
    },
    /** Creates a sale and waits for a document that can be printed, ten seconds at most. */
    async sell(sale: object): Promise<SoldDocument> {
      return soldDocument.parse(await patient.json('POST', '/v1/fiscal-documents', sale));
    },
    sold: async (id: string): Promise<SoldDocument> =>
      soldDocument.parse(await json('GET', `/v1/fiscal-documents/${id}`)),
    authorized: (id: string) => authorizedIn(() => found(id)),
    /** @param reason code of the reason, which only an NFS-e has */
    async cancel(id: string, justification: string, reason?: string): Promise<void> {
      await call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification, ...(reason && { reason }) });
    },
    xml: (id: string) => call('GET', `/v1/fiscal-documents/${id}/xml`),
    danfe: (id: string) => call('GET', `/v1/fiscal-documents/${id}/danfe`),
  };
}

/** The fields of a created document that the demo reads. */
export const createdShape = z.object({ id: z.string(), status: z.string() });

/** The fields of a document that the demo reads. */
export const documentShape = z.object({
  status: z.string(),
  accessKey: z.string().nullable(),
  number: z.number(),
  protocolNumber: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  nfseNumber: z.string().nullable(),
  verificationCode: z.string().nullable(),
  taxTotals: z.object({ iss: z.string().nullable().optional(), netValue: z.string().nullable().optional() }),
  issuedBy: z.object({ kind: z.string(), name: z.string() }),
});

type IssuedDocument = z.infer<typeof documentShape>;

/** The fields of a sale that the demo reads while its authority may not answer. */
const soldDocument = z.object({
  id: z.string(),
  status: z.string(),
  number: z.number(),
  accessKey: z.string().nullable(),
  pdfUrl: z.string().nullable(),
  contingency: z
    .object({
      mode: z.string(),
      since: z.string(),
      transmitBy: z.string().nullable(),
      replaces: z.object({ accessKey: z.string(), number: z.number(), status: z.string() }).nullable(),
    })
    .nullable(),
});
export type SoldDocument = z.infer<typeof soldDocument>;

const pollMs = 100;
const authorizedWithinMs = 60_000;

/** Polls until the tax authority has answered. */
export async function authorizedIn(
  ask: () => Promise<IssuedDocument>,
): Promise<IssuedDocument & { accessKey: string }> {
  const deadline = Date.now() + authorizedWithinMs;
  for (;;) {
    const answer = await ask();
    if (answer.status === 'AUTHORIZED' && answer.accessKey) return { ...answer, accessKey: answer.accessKey };
    if (answer.status === 'REJECTED') throw new Error(`a nota foi rejeitada: ${answer.rejectionReason}`);
    if (Date.now() > deadline) throw new Error(`a nota continua ${answer.status} depois de 60 s`);
    await setTimeout(pollMs);
  }
}

type Method = 'GET' | 'POST' | 'DELETE';

/** A response: its body, and its headers in lower case. */
type ErpAnswer = { status: number; bytes: Buffer; headers: Record<string, string | string[] | undefined> };

const answerWithinMs = 30_000;

/** Makes calls of the API with a key, with `headers` on each call; a refusal is thrown with its message, unless its status is `expected`. */
export function caller(api: string, key: string, headers: Record<string, string> = {}) {
  const ask = async (method: Method, path: string, body?: object, expected?: number): Promise<ErpAnswer> => {
    const answer = await request(`${api}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const { statusCode: status } = answer;
    if (status >= 300 && status !== expected)
      throw new Error(`${method} ${path} respondeu ${status}: ${bytes.toString()}`);
    return { status, bytes, headers: answer.headers };
  };
  const call = async (method: Method, path: string, body?: object): Promise<Buffer> =>
    (await ask(method, path, body)).bytes;
  const json = async (method: Method, path: string, body?: object): Promise<unknown> =>
    JSON.parse((await call(method, path, body)).toString('utf8'));
  return { ask, call, json };
}
