import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { keepFile } from '../../support/rows/received-files.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { type Answer, startApi, type TestApi } from '../fixture.ts';

/** The whole product, a seller and the buyer of its notes, who tell the assessment of IBS and CBS what happened after them. */
export type ReformDesk = {
  installation: Installation;
  api: TestApi;
  seller: Company;
  buyer: Company;
  /** A note that the seller has issued to the buyer, two items of IBS and CBS, with its XML. */
  issued(): Promise<{ note: Document; xml: string }>;
  /** The same as the buyer has received it: whole, or its summary alone. */
  received(how?: 'whole' | 'summary'): Promise<{ note: Document; xml: string; row: ReceivedDocument }>;
  /** Posts an event as the seller of an issued note. */
  bySeller(note: { id: string }, body: object): Promise<Answer>;
  /** Posts an event as the buyer of a received note. */
  byBuyer(row: { id: string }, body: object): Promise<Answer>;
  /** Reads a path as the seller or as the buyer. */
  read(path: string, by?: 'seller' | 'buyer'): Promise<Answer>;
  /** `<tpEvento>/<nSeqEvento>` of what the authority has registered about the note, in order. */
  atAuthority(note: Document): Promise<string[]>;
  /** How many events have arrived at the authority. */
  sends(): Promise<number>;
  close(): Promise<void>;
};

export async function openReformDesk(): Promise<ReformDesk> {
  const installation = await openInstallation();
  const { orm, authority, client, env } = installation;
  const { company: seller, key: sellerKey } = await installation.openCompany();
  const mercado = { taxId: '11444777000161', name: 'Mercado São João Ltda' };
  const { company: buyer, key: buyerKey } = await installation.openCompany(mercado);
  const api = await startApi({ temporal: client, databaseUrl: env.databaseUrl });
  const read = (path: string, key: string) => api.call('GET', path, { key });
  const issued = async () => {
    const note = await authorizedDocument(installation, seller);
    return { note, xml: (await read(`/v1/fiscal-documents/${note.id}/xml`, sellerKey)).text };
  };
  return {
    ...{ installation, api, seller, buyer, issued },
    async received(how = 'whole') {
      const { note, xml } = await issued();
      if (how === 'summary') return { note, xml, row: await receivedNote(orm, buyer, note) };
      const row = await receivedNote(orm, buyer, note, { schemaType: 'PROC_NFE', hasFullXml: true });
      await keepFile(orm, row, Number(row.nsu), { schemaType: 'PROC_NFE', content: xml });
      return { note, xml, row };
    },
    bySeller: ({ id }, body) => api.call('POST', `/v1/fiscal-documents/${id}/events`, { key: sellerKey, body }),
    byBuyer: ({ id }, body) => api.call('POST', `/v1/received-documents/${id}/events`, { key: buyerKey, body }),
    read: (path, by = 'seller') => read(path, by === 'seller' ? sellerKey : buyerKey),
    async atAuthority({ accessKey }) {
      type Known = { tpEvento: string; nSeqEvento: number };
      const events = await authority.control<Known[]>('GET', `/documents/${accessKey}/events`);
      return events.map(({ tpEvento, nSeqEvento }) => `${tpEvento}/${nSeqEvento}`);
    },
    sends: async () => (await authority.control<object[]>('GET', '/exchanges?service=RecepcaoEvento')).length,
    async close() {
      await api.close();
      await installation.close();
    },
  };
}
