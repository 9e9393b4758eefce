import { Context } from '@temporalio/activity';
import type { EntityManager } from '../config/orm.ts';
import type { OfficeClosingsInput } from '../domain/conversation/actors.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import { emissionTitle } from '../domain/documents/emission-title.ts';
import { neglectedServices } from '../operations/authority/neglected.ts';
import { addMissingRows, type DistributionOf, overdue } from '../operations/distribution/rows.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { ownerLabel } from '../operations/webhooks/owner-label.ts';
import { onTrail } from '../telemetry/trail.ts';
import { reconciliationId } from '../temporal/names.ts';
import { scheduledSince } from '../temporal/namespace.ts';
import { TemporalUnavailable } from '../temporal/run.ts';
import {
  startEmission,
  startFiscalEvent,
  startInvitation,
  type InvitationStart,
  type EndpointStart,
  startInutilization,
  startReplaced,
  type ReplacedStart,
  wakeAuthority,
  wakeClosings,
  wakeDistribution,
  wakeEndpoint,
} from '../temporal/start.ts';
import { joinedSubject } from './fiscal-event/subject.ts';
import type { Parts } from './parts.ts';
import { replacedStarts } from './replaced/starts.ts';
import { ratesNotice } from './rates-notice.ts';
import { tellNotices } from './tell-notices.ts';

/** How many rows of a kind one round takes; the next round takes the rest. */
const atMost = 500;
/** The same for distributions: after Temporal has lost its data, all that come due within a minute are to be woken within it. */
const distributionsAtMost = 5_000;
const startsAtOnce = 20;
/** A younger row is left alone: the process that committed it may still be about to start its run. */
const graceSeconds = 5;
/** A closing that is under way writes something down at least so often, unless it waits. */
const closingQuietMinutes = 2;
/** A document that a run has claimed is looked at again only when unchanged for this long: the run may be waiting, which is no fault. */
const quietMinutes = 15;
/** Unless that run is lost, because Temporal's data is younger than the row; our clocks may differ by so much. */
const clockSeconds = 60;

type OrphanDocument = Pick<Document, 'id' | 'attempt' | 'type' | 'series' | 'number' | 'totalValue'> & {
  clientSnapshot: { name: string };
  tax_id: string;
  request_id: string | null;
};
type OrphanRange = { id: string; attempt: number; tax_id: string; series: number; first: number; last: number };
type OrphanEvent = { id: string; attempt: number; tax_id: string; access_key: string };

/** How many of each were found. */
export type Restarted = {
  documents: number;
  events: number;
  ranges: number;
  /** Notes that others of the same sale replaced. */
  replaced: number;
  endpoints: number;
  distributions: number;
  invitations: number;
  /** Offices. */
  closings: number;
  /** Services whose judge has not looked for a while. */
  authorities: number;
  /** What an operator has to mend in time, as a sentence in Portuguese; absent while there is nothing. */
  notice?: string;
};

/** Builds the activity that starts what a crash left behind (invariant 4). Every start is idempotent by its id. */
export function reconciliationActivities(parts: Parts) {
  const { orm, logger, metrics } = parts;
  const noticeRates = ratesNotice(parts);
  return {
    async restart(): Promise<Restarted> {
      const notice = noticeRates();
      const em = acrossCompanies(orm);
      const { client } = Context.current();
      const since = await scheduledSince(client, reconciliationId);
      const round = new Round();
      const documents = await round.each(await orphanDocuments(em, since), async (orphan) => {
        const { id, attempt, type, tax_id, request_id } = orphan;
        const title = emissionTitle(orphan);
        const start = { documentId: id, attempt, documentType: type, companyTaxId: tax_id, title };
        await onTrail(
          { documentId: id, attempt, ...(request_id === null ? {} : { requestId: request_id }) },
          async () => {
            const runId = await startEmission(client, start, { afterFailure: true });
            if (runId) logger.info('an emission without a workflow was started', { runId });
          },
        );
        Context.current().heartbeat();
      });
      const events = await round.each(await orphanEvents(em), async ({ id, attempt, tax_id, access_key }) => {
        const start = { eventId: id, attempt, companyTaxId: tax_id, accessKey: access_key };
        await startFiscalEvent(client, { ...start, title: 'Evento retomado' });
      });
      const ranges = await round.each(await orphanRanges(em), async ({ id, attempt, tax_id, series, first, last }) => {
        const title = `série ${series}, ${first} a ${last} (retomada)`;
        await startInutilization(client, { id, attempt, companyTaxId: tax_id, title });
      });
      const replaced = await round.each(await orphanReplaced(em), (orphan) => startReplaced(client, orphan));
      const endpoints = await round.each(await dueEndpoints(em), (endpoint) => wakeEndpoint(client, endpoint));
      const distributions = await round.together(await dueDistributions(em, parts), (due) =>
        wakeDistribution(client, due),
      );
      const invitations = await round.each(await unsentInvitations(em), (unsent) => startInvitation(client, unsent));
      const closings = await round.each(await officesWithClosings(em), (office) => wakeClosings(client, office));
      const authorities = await round.each(await neglectedServices(em), (service) => wakeAuthority(client, service));
      await round.each(['notices'], () => tellNotices(parts));
      const found = { documents, events, ranges, replaced, endpoints, distributions, invitations, closings };
      const restarted = { ...found, authorities };
      metrics.reconciled(restarted);
      round.end();
      return notice === null ? restarted : { ...restarted, notice };
    },
  };
}
export type ReconciliationActivities = ReturnType<typeof reconciliationActivities>;

/** One round: where one start fails, the others are still made. */
class Round {
  private readonly faults: unknown[] = [];

  /** Starts each of them. @returns how many there were */
  async each<Orphan>(orphans: Orphan[], start: (orphan: Orphan) => Promise<void>): Promise<number> {
    for (const orphan of orphans) {
      try {
        await start(orphan);
      } catch (error) {
        if (error instanceof TemporalUnavailable) throw error; // all other starts would fail, too
        this.faults.push(error);
      }
    }
    return orphans.length;
  }

  /** The same, several at once. */
  async together<Orphan>(orphans: Orphan[], start: (orphan: Orphan) => Promise<void>): Promise<number> {
    for (let first = 0; first < orphans.length; first += startsAtOnce) {
      await Promise.all(orphans.slice(first, first + startsAtOnce).map((orphan) => this.each([orphan], start)));
    }
    return orphans.length;
  }

  /** @throws the first fault of the round */
  end(): void {
    if (this.faults.length > 0) throw this.faults[0];
  }
}

/** @param since when Temporal's data began, as far as we know */
function orphanDocuments(em: EntityManager, since: Date | null): Promise<OrphanDocument[]> {
  return em.execute<OrphanDocument[]>(
    `select d.id, d.attempt, d.type, d.series, d.number, d.total_value as "totalValue",
       json_build_object('name', d.client_snapshot ->> 'name') as "clientSnapshot", d.request_id, c.tax_id
     from document d join company c on c.id = d.company_id
     where d.status = 'PROCESSING'
       and d.updated_at < now() - make_interval(secs => ?)
       and (d.claimed_at is null
         or d.updated_at < now() - make_interval(mins => ?)
         or d.updated_at < ?::timestamptz + make_interval(secs => ?))
     order by d.updated_at limit ?`,
    [graceSeconds, quietMinutes, since, clockSeconds, atMost],
  );
}

function orphanEvents(em: EntityManager): Promise<OrphanEvent[]> {
  return em.execute<OrphanEvent[]>(
    `select e.id, e.attempt, c.tax_id, s.access_key from document_event e ${joinedSubject}
     where e.status = 'PENDING' and e.updated_at < now() - make_interval(secs => ?) limit ?`,
    [graceSeconds, atMost],
  );
}

function orphanRanges(em: EntityManager): Promise<OrphanRange[]> {
  return em.execute<OrphanRange[]>(
    `select i.id, i.attempt, c.tax_id, i.series, i.start_number as first, i.end_number as last
     from inutilization i join company c on c.id = i.company_id
     where i.status = 'PENDING' and i.updated_at < now() - make_interval(secs => ?) limit ?`,
    [graceSeconds, atMost],
  );
}

/** Notes that wait to be settled and of which nothing has changed for a while: their run is told to look, or started. */
function orphanReplaced(em: EntityManager): Promise<ReplacedStart[]> {
  return em.execute<ReplacedStart[]>(
    `${replacedStarts} where n.settled_at is null and n.updated_at < now() - make_interval(mins => ?) order by random() limit ?`,
    [quietMinutes, atMost],
  );
}

/** Whatever the deliveries' status: a FAILED one has further attempts, too. In random order, so that all are reached in some round. */
function dueEndpoints(em: EntityManager): Promise<EndpointStart[]> {
  return em.execute<EndpointStart[]>(
    `select e.id as "endpointId", ${ownerLabel} as "ownerLabel" from webhook_endpoint e
     where e.is_active
       and not exists (select 1 from office o where o.id = e.office_id and o.suspended_at is not null)
       and exists (select 1 from webhook_delivery d
       where d.endpoint_id = e.id and d.next_attempt_at < now() - make_interval(secs => ?))
     order by random() limit ?`,
    [graceSeconds * 2, atMost],
  );
}

/** In random order, as `dueEndpoints`: while a mail server is away, all of them have runs that wait. */
function unsentInvitations(em: EntityManager): Promise<InvitationStart[]> {
  return em.execute<InvitationStart[]>(
    `select i.id as "invitationId", o.tax_id as "officeTaxId", c.tax_id as "companyTaxId"
     from link_invitation i join office o on o.id = i.office_id join company c on c.id = i.company_id
     where i.mail_status = 'PENDING' and i.created_at < now() - make_interval(secs => ?)
     order by random() limit ?`,
    [graceSeconds, atMost],
  );
}

/** Offices of which no closing moves, although some are asked for or under way. In random order, as `dueEndpoints`: some of them wait. */
function officesWithClosings(em: EntityManager): Promise<OfficeClosingsInput[]> {
  return em.execute<OfficeClosingsInput[]>(
    `select o.id as "officeId", o.tax_id as "officeTaxId" from office o
     where exists (
         select from closing c
         where c.office_id = o.id and c.status in ('PENDING', 'RUNNING') and c.updated_at < now() - make_interval(secs => ?)
       )
       and not exists (
         select from closing c
         where c.office_id = o.id and c.status = 'RUNNING' and c.updated_at > now() - make_interval(mins => ?)
       )
     order by random() limit ?`,
    [graceSeconds, closingQuietMinutes, atMost],
  );
}

/** Makes the rows that are missing, and finds those whose actor has not come. */
async function dueDistributions(em: EntityManager, parts: Parts): Promise<DistributionOf[]> {
  const now = parts.now();
  await addMissingRows(em, { now, waitSeconds: parts.distributionWaitSeconds });
  const before = new Date(now.getTime() - graceSeconds * 2_000);
  return overdue(em, { before, atMost: distributionsAtMost });
}
