import type { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type EntityManager, type MetadataStorage, MikroORM } from '@mikro-orm/postgresql';
import { ApiCall } from '../domain/calls/api-call.entity.ts';
import { ApiKey, RateBucket } from '../domain/access/api-key.entity.ts';
import { PortalLink } from '../domain/access/portal-link.entity.ts';
import { OperatorKey, OperatorRequest } from '../domain/access/operator-key.entity.ts';
import { Membership, Person, PortfolioPart } from '../domain/accounts/person.entity.ts';
import { PersonInvitation, PersonMail } from '../domain/accounts/invitation.entity.ts';
import { PersonIdentity, ProviderAttempt } from '../domain/accounts/identity.entity.ts';
import { MailChoice, SentNews } from '../domain/accounts/news.entity.ts';
import { Passkey, PasskeyChallenge } from '../domain/accounts/passkey.entity.ts';
import { HalfSession, RecoveryCode } from '../domain/accounts/second-factor.entity.ts';
import { SavedView } from '../domain/accounts/saved-view.entity.ts';
import { PanelSession, PersonToken, SignInBucket } from '../domain/accounts/session.entity.ts';
import { AuditEntry } from '../domain/audit/audit-entry.entity.ts';
import { Carrier } from '../domain/carriers/carrier.entity.ts';
import { Vehicle } from '../domain/carriers/vehicle.entity.ts';
import { Client } from '../domain/clients/client.entity.ts';
import { ClosingDocument, ClosingLink, ClosingMember } from '../domain/closings/closing-files.entity.ts';
import { Closing } from '../domain/closings/closing.entity.ts';
import { NumberExplanation } from '../domain/closings/number-explanation.entity.ts';
import { ComparedSeries, Comparison, MonthDifference } from '../domain/comparison/comparison.entity.ts';
import { Certificate } from '../domain/companies/certificate.entity.ts';
import { Company, CompanyCsc, QuotaUsage } from '../domain/companies/company.entity.ts';
import { NumberSeries } from '../domain/companies/number-series.entity.ts';
import { DayTally, SearchTotal, Tally } from '../domain/companies/tally.entity.ts';
import { AuthorityChange, AuthorityStanding } from '../domain/contingency/authority-standing.entity.ts';
import { ContingencyEntry } from '../domain/contingency/contingency-entry.entity.ts';
import { RunLook } from '../domain/conversation/run-look.entity.ts';
import { AuthorityCall } from '../domain/documents/authority-call.entity.ts';
import { DocumentSearch, DocumentSync, SyncCounter } from '../domain/documents/document-sync.entity.ts';
import { Document } from '../domain/documents/document.entity.ts';
import { Emission } from '../domain/documents/emission.entity.ts';
import { DeliveryProof, DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { DocumentMail, MailSuppression, MailTurn } from '../domain/documents/mails/document-mail.entity.ts';
import { Inutilization } from '../domain/documents/inutilization.entity.ts';
import { ReplacedNote } from '../domain/documents/replaced-note.entity.ts';
import { ImportRun } from '../domain/imports/import-run.entity.ts';
import { Installation, WorkerPresence } from '../domain/installations/installation.entity.ts';
import { UnknownNote, Restoration, RestoredSeries } from '../domain/installations/restoration.entity.ts';
import { LinkInvitation } from '../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../domain/offices/office-link.entity.ts';
import { Office } from '../domain/offices/office.entity.ts';
import { PastFile, PastInutilization, PastNote, PastNoteEvent } from '../domain/past/past-note.entity.ts';
import { Product } from '../domain/products/product.entity.ts';
import { BulkAnswer, BulkAnswerNote } from '../domain/received/bulk-answer.entity.ts';
import { Distribution } from '../domain/received/distribution.entity.ts';
import { ExportLink } from '../domain/received/export-link.entity.ts';
import { Payable } from '../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../domain/received/received-file.entity.ts';
import { MunicipalityAgreement } from '../domain/sefin/municipality-agreement.entity.ts';
import { TaxRule } from '../domain/tax-rules/tax-rule.entity.ts';
import { FiscalTemplate } from '../domain/templates/fiscal-template.entity.ts';
import { WebhookAttempt, WebhookDelivery } from '../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../domain/webhooks/endpoint.entity.ts';
import { Event } from '../domain/webhooks/event.entity.ts';
import { sendKeptPlans } from './kept-plans.ts';
import { type PoolLine, poolLine, type PoolLineOptions } from './pool-line.ts';
import { type PgClient as DriverClient, pipelineStatements } from './pooled-client.ts';

const keepAliveMs = 10_000;

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** The names of this version's migrations, in order. */
export function migrationNames(): string[] {
  const files = readdirSync(migrationsFolder).filter((name) => /^Migration.*\.[jt]s$/.test(name));
  return files.map((name) => name.replace(/\.[jt]s$/, '')).toSorted();
}

const entities = [
  ApiCall,
  ApiKey,
  AuditEntry,
  AuthorityCall,
  AuthorityChange,
  AuthorityStanding,
  BulkAnswer,
  BulkAnswerNote,
  Carrier,
  Certificate,
  Client,
  Closing,
  ClosingDocument,
  ClosingLink,
  ClosingMember,
  Company,
  CompanyCsc,
  ComparedSeries,
  Comparison,
  ContingencyEntry,
  DayTally,
  DeliveryProof,
  Distribution,
  Document,
  DocumentEvent,
  DocumentMail,
  DocumentSearch,
  DocumentSync,
  Emission,
  Event,
  ExportLink,
  FiscalTemplate,
  UnknownNote,
  HalfSession,
  ImportRun,
  Installation,
  Inutilization,
  LinkInvitation,
  MailChoice,
  MailSuppression,
  MailTurn,
  Membership,
  MonthDifference,
  MunicipalityAgreement,
  NumberExplanation,
  NumberSeries,
  Office,
  OfficeLink,
  OperatorKey,
  OperatorRequest,
  PanelSession,
  Passkey,
  PasskeyChallenge,
  PastFile,
  PastInutilization,
  PastNote,
  PastNoteEvent,
  Payable,
  Person,
  PersonIdentity,
  PersonInvitation,
  PersonMail,
  PersonToken,
  PortalLink,
  PortfolioPart,
  Product,
  ProviderAttempt,
  QuotaUsage,
  RateBucket,
  ReceivedDocument,
  ReceivedFile,
  RecoveryCode,
  ReplacedNote,
  Restoration,
  RestoredSeries,
  RunLook,
  SavedView,
  SearchTotal,
  SignInBucket,
  SyncCounter,
  Tally,
  TaxRule,
  SentNews,
  Vehicle,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WorkerPresence,
];

/**
 * Opens the database. Connections are made on first use, so a database that is down does not stop a process from starting. Work waits `connectMs` for
 * a new connection; where the pool is full it waits in line, for as long as any connection was taken or given back within the last `connectMs`.
 */
export async function createOrm(clientUrl: string, options: OrmOptions = {}) {
  const settings = ormSettings(clientUrl, options);
  const orm = discovered ? further(settings, discovered) : await first(settings);
  discovered ??= orm.getMetadata();
  sendKeptPlans(orm.em.getConnection());
  return orm;
}
export type Orm = Awaited<ReturnType<typeof createOrm>>;
export type { EntityManager };

/** Metadata of the entities, which the first ORM of this process discovered: discovering them again takes a tenth of a second of a core. */
let discovered: MetadataStorage | undefined;

const first = (settings: ReturnType<typeof ormSettings>) => MikroORM.init(settings);
type First = Awaited<ReturnType<typeof first>>;

/**
 * An ORM made as `MikroORM.init` makes it, but with the metadata that the first one discovered. The entities' classes stay bound to the first ORM's
 * settings, which are the same for all.
 */
function further(settings: ReturnType<typeof ormSettings>, known: MetadataStorage): First {
  const orm: First = new MikroORM({ ...settings, discovery: { skipSyncDiscovery: true } });
  orm.driver.setMetadata(known);
  const em = orm.driver.createEntityManager() as First['em'];
  return Object.assign(orm, { em: Object.assign(em, { global: true }) });
}

export type OrmOptions = { pool?: number; connectMs?: number };

function ormSettings(clientUrl: string, { pool = 10, connectMs = 5_000 }: OrmOptions) {
  return defineConfig({
    clientUrl,
    entities,
    extensions: [Migrator],
    migrations: { path: migrationsFolder, glob: 'Migration*.{ts,js}', snapshot: false },
    // Functions and triggers of the database are made by migrations alone.
    schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true },
    pool: { min: 0, max: pool },
    driverOptions: {
      connectionTimeoutMillis: connectMs,
      // Lets the statements that `config/pooled-client.ts` sends ahead leave without waiting for earlier answers.
      pipeline: true,
      // An idle connection to a server that vanished without closing it is noticed within some twenty seconds.
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      onPoolCreated: (native: Pool) => keepPool(native, { places: pool, patienceMs: connectMs }),
    },
    logger: () => {},
  });
}

/** The parts of a driver's connection that are used here; the project has no types of the driver. */
export type PooledConnection = EventEmitter & {
  /** Process id of its backend at PostgreSQL. */
  processID: number;
  release(isBroken?: boolean): void;
} & DriverClient;

type Pool = EventEmitter & { hands?: PoolUse; connect(...args: unknown[]): Promise<PooledConnection> };

/** Who has the connections of a pool. */
export type PoolUse = {
  /** Connections that were taken and not given back yet. */
  held: Set<PooledConnection>;
  /** When a connection was last taken or given back, in ms since 1970. */
  movedAt: number;
  /** Those who wait for a connection. */
  line: PoolLine;
};

/**
 * Takes a broken connection back from whoever holds it. The query builder below the ORM gives a connection back only after the end of its transaction
 * has succeeded, and on a broken one BEGIN, COMMIT and ROLLBACK all fail: each would keep its place until the pool has none left.
 */
function keepPool(pool: Pool, of: Pick<PoolLineOptions, 'places' | 'patienceMs'>): void {
  const line = poolLine({ ...of, movedAt: () => hands.movedAt });
  const hands: PoolUse = { held: new Set(), movedAt: Date.now(), line };
  pool.hands = hands;
  const connect = pool.connect.bind(pool);
  pool.connect = async () => {
    await line.turn();
    try {
      return await connect();
    } catch (error) {
      line.leave();
      throw error;
    }
  };
  pool.on('acquire', (connection: PooledConnection) => {
    hands.movedAt = Date.now();
    hands.held.add(connection);
  });
  pool.on('release', (_error: unknown, connection: PooledConnection) => {
    hands.movedAt = Date.now();
    hands.held.delete(connection);
    line.leave();
  });
  pool.on('connect', (connection: PooledConnection) => {
    pipelineStatements(connection);
    connection.once('end', () => {
      if (!hands.held.has(connection)) return;
      connection.release(true);
      connection.release = () => {}; // its holder may still release it, and the pool throws on a second release
    });
  });
}
