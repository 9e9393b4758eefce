import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { keepFile } from '../../support/rows/received-files.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { type Answer, startApi, type TestApi } from '../fixture.ts';

/** The whole product, a seller, and the buyer of its notes, who register events of the reform of IBS and CBS. */
export type ReformDesk = {
  installation: Installation;
  api: TestApi;
  seller: Company;
  buyer: Company;
  /** A note from the seller to the buyer with two items of IBS and CBS, and its XML. */
  issued(): Promise<{ note: Document; xml: string }>;
  /** The same note as the buyer received it: the complete note, or its summary. */
  received(how?: 'whole' | 'summary'): Promise<{ note: Document; xml: string; row: ReceivedDocument }>;
  /** Posts an event as the seller of an issued note. */
  bySeller(note: { id: string }, body: object): Promise<Answer>;
  /** Posts an event as the buyer of a received note. */
  byBuyer(row: { id: string }, body: object): Promise<Answer>;
  /** Reads a path with the seller's or the buyer's key. */
  read(path: string, by?: 'seller' | 'buyer'): Promise<Answer>;
  /** The events that the authority has of the note, as `<tpEvento>/<nSeqEvento>`, in order. */
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
