import { request } from 'undici';
import { z } from 'zod';
import type { Month } from '../../domain/month.ts';
import { authorizedIn, caller, createdShape, documentShape } from './erp.ts';

const link = z.object({ status: z.string(), companyId: z.string(), companyName: z.string() });
const company = z.object({ id: z.string(), taxId: z.string(), name: z.string(), officeIssuingAllowed: z.boolean() });
const portfolio = z.object({ data: z.array(company) });
const readiness = z.object({
  ready: z.boolean(),
  issues: z.array(z.object({ code: z.string(), message: z.string() })),
});
const endpoint = z.object({ id: z.string(), secret: z.string() });
const changes = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string() })),
  meta: z.object({ nextCursor: z.string(), hasMore: z.boolean() }),
});
const eligible = z.object({ data: z.array(z.object({ companyId: z.string(), documentCount: z.number() })) });
const begun = z.object({
  created: z.array(z.object({ companyId: z.string(), closingId: z.string() })),
  skipped: z.array(z.object({ companyId: z.string(), reason: z.string(), message: z.string() })),
});
const closing = z.object({
  status: z.string(),
  companyName: z.string(),
  documentCount: z.number(),
  failureReason: z.string().nullable(),
});
const download = z.object({ url: z.string(), fileName: z.string(), sha256: z.string() });
const refusal = z.object({ code: z.string(), message: z.string() });

export type CompanyInPortfolio = z.infer<typeof company>;

/** The API calls that an accountant's system makes with the office's key. */
export function officeErp(api: string, key: string) {
  const { ask, call, json } = caller(api, key);
  const base = '/v1/accounting';
  const of = (companyId: string): string => `${base}/companies/${companyId}`;
  const found = async (companyId: string, id: string) =>
    documentShape.parse(await json('GET', `${of(companyId)}/fiscal-documents/${id}`));
  return {
    async requestLink(taxId: string) {
      return link.parse(await json('POST', `${base}/links`, { taxId }));
    },
    async portfolio(): Promise<CompanyInPortfolio[]> {
      return portfolio.parse(await json('GET', `${base}/companies?pageSize=100`)).data;
    },
    async readiness(companyId: string) {
      return readiness.parse(await json('GET', `${of(companyId)}/nfse-readiness`));
    },
    /** @param events where empty, the endpoint gets all events but the ends of closings */
    async registerWebhook(url: string, events: string[] = []) {
      return endpoint.parse(await json('POST', `${base}/webhooks`, { url, events }));
    },
    async removeWebhook(id: string) {
      await call('DELETE', `${base}/webhooks/${id}`);
    },
    async create(companyId: string, sale: object) {
      return createdShape.parse(await json('POST', `${of(companyId)}/fiscal-documents`, sale));
    },
    /** Tries to create a sale that the office may not create. @returns the message of the refusal */
    async refusedCreate(companyId: string, sale: object) {
      const { status, bytes } = await ask('POST', `${of(companyId)}/fiscal-documents`, sale, 403);
      return { status, ...refusal.parse(JSON.parse(bytes.toString('utf8'))) };
    },
    async cancel(companyId: string, id: string, justification: string) {
      await call('POST', `${of(companyId)}/fiscal-documents/${id}/cancel`, { justification });
    },
    async correct(companyId: string, id: string, correction: string) {
      await call('POST', `${of(companyId)}/fiscal-documents/${id}/correction-letter`, { correction });
    },
    async eligible({ year, month }: Month) {
      return eligible.parse(await json('GET', `${base}/closings/eligible?year=${year}&month=${month}`)).data;
    },
    /** @param companyIds companies to close; the whole portfolio where absent */
    async close(month: Month, companyIds?: string[]) {
      const asked = { ...month, includeXml: true, includePdf: true, ...(companyIds && { companyIds }) };
      return begun.parse(await json('POST', `${base}/closings`, asked));
    },
    async closing(id: string) {
      return closing.parse(await json('GET', `${base}/closings/${id}`));
    },
    /** The ZIP of a closing, downloaded by its link, which needs no key. */
    async closedMonth(id: string): Promise<{ fileName: string; sha256: string; content: Buffer }> {
      const { url, fileName, sha256 } = download.parse(await json('GET', `${base}/closings/${id}/download`));
      const { body } = await request(url);
      return { fileName, sha256, content: Buffer.from(await body.arrayBuffer()) };
    },
    authorized: (companyId: string, id: string) => authorizedIn(() => found(companyId, id)),
    /** One page of changed documents, and where the next one begins. @param from `changedSince` or `cursor` */
    async changes(companyId: string, from: Record<string, string>) {
      const query = new URLSearchParams(from).toString();
      return changes.parse(await json('GET', `${of(companyId)}/fiscal-documents?${query}`));
    },
    xml: (companyId: string, id: string) => call('GET', `${of(companyId)}/fiscal-documents/${id}/xml`),
    danfe: (companyId: string, id: string) => call('GET', `${of(companyId)}/fiscal-documents/${id}/danfe`),
  };
}
