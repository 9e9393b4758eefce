import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { ApiKey } from '../domain/access/api-key.entity.ts';
import { RateBucket } from '../domain/access/rate-bucket.entity.ts';
import { Carrier } from '../domain/carriers/carrier.entity.ts';
import { Vehicle } from '../domain/carriers/vehicle.entity.ts';
import { Client } from '../domain/clients/client.entity.ts';
import { ClosingDocument } from '../domain/closings/closing-document.entity.ts';
import { ClosingLink } from '../domain/closings/closing-link.entity.ts';
import { ClosingMember } from '../domain/closings/closing-member.entity.ts';
import { Closing } from '../domain/closings/closing.entity.ts';
import { Certificate } from '../domain/companies/certificate.entity.ts';
import { Company } from '../domain/companies/company.entity.ts';
import { CompanyCsc } from '../domain/companies/csc.entity.ts';
import { QuotaUsage } from '../domain/companies/quota-usage.entity.ts';
import { AuthorityChange } from '../domain/contingency/authority-change.entity.ts';
import { AuthorityStanding } from '../domain/contingency/authority-standing.entity.ts';
import { ContingencyEntry } from '../domain/contingency/contingency-entry.entity.ts';
import { ReplacedNote } from '../domain/documents/replaced/replaced-note.entity.ts';
import { RunLook } from '../domain/conversation/run-look.entity.ts';
import { AuthorityCall } from '../domain/documents/authority-call.entity.ts';
import { DocumentSearch } from '../domain/documents/document-search.entity.ts';
import { DocumentSync } from '../domain/documents/document-sync.entity.ts';
import { Document } from '../domain/documents/document.entity.ts';
import { Emission } from '../domain/documents/emission.entity.ts';
import { DeliveryProof } from '../domain/documents/events/delivery-proof.entity.ts';
import { DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { SyncCounter } from '../domain/documents/sync-counter.entity.ts';
import { Distribution } from '../domain/distribution/distribution.entity.ts';
import { ImportRun } from '../domain/imports/import-run.entity.ts';
import { FoundNote } from '../domain/installations/found-note.entity.ts';
import { Installation } from '../domain/installations/installation.entity.ts';
import { Restoration } from '../domain/installations/restoration.entity.ts';
import { RestoredSeries } from '../domain/installations/restored-series.entity.ts';
import { WorkerPresence } from '../domain/installations/worker-presence.entity.ts';
import { Inutilization } from '../domain/inutilizations/inutilization.entity.ts';
import { NumberSeries } from '../domain/numbering/number-series.entity.ts';
import { LinkInvitation } from '../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../domain/offices/office-link.entity.ts';
import { Office } from '../domain/offices/office.entity.ts';
import { Payable } from '../domain/payables/payable.entity.ts';
import { Product } from '../domain/products/product.entity.ts';
import { ExportLink } from '../domain/received/export-link.entity.ts';
import { ReceivedDocument } from '../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../domain/received/received-file.entity.ts';
import { SearchTotal } from '../domain/tally/search-total.entity.ts';
import { MunicipalityAgreement } from '../domain/sefin/municipality-agreement.entity.ts';
import { Tally } from '../domain/tally/tally.entity.ts';
import { TaxRule } from '../domain/tax-rules/tax-rule.entity.ts';
import { FiscalTemplate } from '../domain/templates/fiscal-template.entity.ts';
import { WebhookAttempt } from '../domain/webhooks/attempt.entity.ts';
import { WebhookDelivery } from '../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../domain/webhooks/endpoint.entity.ts';
import { Event } from '../domain/webhooks/event.entity.ts';
import { keepPool } from './pool.ts';

const keepAliveMs = 10_000;

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

const entities = [
  ApiKey,
  AuthorityCall,
  AuthorityChange,
  AuthorityStanding,
  Carrier,
  Certificate,
  Client,
  Closing,
  ClosingDocument,
  ClosingLink,
  ClosingMember,
  Company,
  CompanyCsc,
  ContingencyEntry,
  DeliveryProof,
  Distribution,
  Document,
  DocumentEvent,
  DocumentSearch,
  DocumentSync,
  Emission,
  Event,
  ExportLink,
  FiscalTemplate,
  FoundNote,
  ImportRun,
  Installation,
  Inutilization,
  LinkInvitation,
  MunicipalityAgreement,
  NumberSeries,
  Office,
  OfficeLink,
  Payable,
  Product,
  QuotaUsage,
  RateBucket,
  ReceivedDocument,
  ReceivedFile,
  ReplacedNote,
  Restoration,
  RestoredSeries,
  RunLook,
  SearchTotal,
  SyncCounter,
  Tally,
  TaxRule,
  Vehicle,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WorkerPresence,
];

/**
 * Opens the database. Connections are made on first use, so a database that is down does not stop a process from starting; work waits
 * `connectMs` for a new one, or for one of the pool.
 */
export function createOrm(clientUrl: string, { pool = 10, connectMs = 5_000 } = {}) {
  return MikroORM.init({
    clientUrl,
    entities,
    extensions: [Migrator],
    migrations: { path: migrationsFolder, glob: 'Migration*.{ts,js}', snapshot: false },
    // Only migrations make functions and triggers of the database.
    schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true },
    pool: { min: 0, max: pool },
    driverOptions: {
      connectionTimeoutMillis: connectMs,
      // A server that vanished without a word is noticed within some twenty seconds where nothing was under way.
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      onPoolCreated: keepPool,
    },
    logger: () => {},
  });
}
export type Orm = Awaited<ReturnType<typeof createOrm>>;
export type { EntityManager };
