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

/** The whole product, a seller, and a buyer who says what became of the seller's notes. */
export type ManifestationDesk = {
  installation: Installation;
  api: TestApi;
  seller: Company;
  buyer: Company;
  /** A note that the seller has issued to the buyer, and the summary of it that the buyer has received. */
  received(): Promise<{ note: Document; row: ReceivedDocument }>;
  /** Posts a manifestation, by the buyer unless a key is given. */
  manifest(row: { id: string }, body: object, by?: string): Promise<Answer>;
  /** Reads a path as the buyer. */
  read(path: string): Promise<Answer>;
  found(row: ReceivedDocument): Promise<ReceivedDocument>;
  /** The events of a received note that were taken here, the oldest first. */
  eventsOf(row: ReceivedDocument, populate?: ('signedXml' | 'procXml')[]): Promise<DocumentEvent[]>;
  /** `<tpEvento>/<nSeqEvento>` of what the authority has registered about the note, in order. */
  atAuthority(note: Document): Promise<string[]>;
  /** How many events have arrived at the authority. */
  sends(): Promise<number>;
  /** Another key of a company. */
  keyOf(company: Company, scopes?: typeof companyScopes | ['received-documents:read']): Promise<string>;
  /** Scenario and clock of the authority as they were. */
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

/** The form of a key; no note has it. */
export function unknownKey(): string {
  const number = String(randomInt(1, 999_999_999)).padStart(9, '0');
  return `3526111122233300018155001${number}1${number.slice(0, 8)}0`;
}
