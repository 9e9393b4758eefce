import { randomInt } from 'node:crypto';
import { companyScopes } from '../../../domain/access/scopes.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createKey } from '../../../operations/provisioning.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { type Answer, startApi, type TestApi } from '../fixture.ts';

/** The whole product, a seller, and a buyer who sends manifestations about the seller's notes. */
export type ManifestationDesk = {
  installation: Installation;
  api: TestApi;
  seller: Company;
  buyer: Company;
  /** Issues a note from the seller to the buyer; `row` is its summary as received by the buyer. */
  received(): Promise<{ note: Document; row: ReceivedDocument }>;
  /** Posts a manifestation, with the buyer's key by default. */
  manifest(row: { id: string }, body: object, by?: string): Promise<Answer>;
  /** Reads a path as the buyer. */
  read(path: string): Promise<Answer>;
  found(row: ReceivedDocument): Promise<ReceivedDocument>;
  /** The events of a received note that were registered here, oldest first. */
  eventsOf(row: ReceivedDocument, populate?: ('signedXml' | 'procXml')[]): Promise<DocumentEvent[]>;
  /** The events that the authority has of the note, as `<tpEvento>/<nSeqEvento>`, in order. */
  atAuthority(note: Document): Promise<string[]>;
  /** How many events have arrived at the authority. */
  sends(): Promise<number>;
  /** Makes another key of a company. */
  keyOf(company: Company, scopes?: typeof companyScopes | ['received-documents:read']): Promise<string>;
  /** Resets scenario and clock of the authority. */
  calm(): Promise<void>;
  close(): Promise<void>;
};

export async function openManifestationDesk(): Promise<ManifestationDesk> {
  const installation = await openInstallation();
  const { orm, authority, client, env } = installation;
  const { company: seller } = await installation.openCompany();
  const mercado = { taxId: '11444777000161', name: 'Mercado São João Ltda' };
  const { company: buyer, key } = await installation.openCompany(mercado);
  const api = await startApi({ temporal: client, databaseUrl: env.databaseUrl });
  return {
    ...{ installation, api, seller, buyer },
    async received() {
      const note = await authorizedDocument(installation, seller);
      return { note, row: await receivedNote(orm, buyer, note) };
    },
    manifest: ({ id }, body, by = key) =>
      api.call('POST', `/v1/received-documents/${id}/manifestation`, { key: by, body }),
    read: (path) => api.call('GET', path, { key }),
    found: ({ id }) => acrossCompanies(orm).findOneOrFail(ReceivedDocument, { id }),
    eventsOf: ({ id }, populate = []) =>
      acrossCompanies(orm).find(DocumentEvent, { receivedDocument: id }, { populate, orderBy: { createdAt: 'asc' } }),
    async atAuthority({ accessKey }) {
      type Known = { tpEvento: string; nSeqEvento: number };
      const events = await authority.control<Known[]>('GET', `/documents/${accessKey}/events`);
      return events.map(({ tpEvento, nSeqEvento }) => `${tpEvento}/${nSeqEvento}`);
    },
    sends: async () => (await authority.control<object[]>('GET', '/exchanges?service=RecepcaoEvento')).length,
    async keyOf(company, scopes = companyScopes) {
      const rates = { ratePerSecond: 1_000, rateBurst: 1_000 };
      return (await createKey(acrossCompanies(orm), { company, name: 'outra', scopes, ...rates })).secret;
    },
    async calm() {
      await authority.control('DELETE', '/scenario');
      await authority.control('DELETE', '/clock');
    },
    async close() {
      await api.close();
      await installation.close();
    },
  };
}

/** A well-formed key that no note has. */
export function unknownKey(): string {
  const number = String(randomInt(1, 999_999_999)).padStart(9, '0');
  return `3526111122233300018155001${number}1${number.slice(0, 8)}0`;
}
