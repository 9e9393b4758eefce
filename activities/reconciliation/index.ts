import { Context } from '@temporalio/activity';
import type { EntityManager } from '../../config/orm.ts';
import type { OfficeClosingsInput } from '../../domain/conversation/actors.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import { askForMonths } from '../../operations/comparison/ask-for-months.ts';
import { neglectedServices } from '../../operations/authority/neglected.ts';
import {
  addMissingRows,
  type DistributionOf,
  overdueDistributions,
} from '../../operations/distribution/distribution-rows.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { forgetWorkers } from '../../operations/installations/worker-presence.ts';
import { forgetLooks, graceSeconds } from '../../operations/waits/run-looks.ts';
import { ownerLabel } from '../../operations/webhooks/endpoints.ts';
import { reconciliationId } from '../../temporal/names.ts';
import { scheduledSince } from '../../temporal/namespace.ts';
import {
  type EndpointStart,
  type MailingStart,
  startPersonMail,
  wakeAuthority,
  wakeClosings,
  wakeDistribution,
  wakeEndpoint,
  wakeMails,
} from '../../temporal/start.ts';
import { withHeartbeat } from '../wait-for-mend.ts';
import { newsForPeople, ratesNotice, tellNotices } from '../notices.ts';
import type { Parts } from '../parts.ts';
import { lookAfterRestore, lookForRestore } from '../restored/look.ts';
import { ensureRuns, Round, type RunKind } from './round.ts';
import {
  comparisonRuns,
  documentRuns,
  eventRuns,
  invitationRuns,
  personMailRuns,
  rangeRuns,
  replacedRuns,
} from './runs.ts';

/** How many runs of each kind a round started, and how many actors it woke. */
export type RoundCounts = {
  documents: number;
  events: number;
  ranges: number;
  /** Notes that another note of the same sale replaced. */
  replaced: number;
  endpoints: number;
  distributions: number;
  /** Mails of invitations that ask companies to link themselves to offices, and mails to people. */
  invitations: number;
  /** Companies with mails about documents that are due. */
  mailings: number;
  /** Offices whose closings do not move. */
  closings: number;
  /** Months to be compared with what the authorities have. */
  comparisons: number;
  /** Services whose judge has not looked for a while. */
  authorities: number;
  /** What an operator has to mend in time, as a sentence in Portuguese; absent while there is nothing. */
  notice?: string;
};

/** Builds the activity that starts what a crash left behind (invariant 4). Every start is idempotent by its workflow id. */
export function reconciliationActivities(parts: Parts) {
  const { orm, logger, metrics } = parts;
  const noticeRates = ratesNotice(parts);
  return {
    restart: (): Promise<RoundCounts> =>
      withHeartbeat(async () => {
        const notice = noticeRates();
        const em = acrossCompanies(orm);
        const { client } = Context.current();
        const round = new Round(parts, await scheduledSince(client, reconciliationId));
        await round.part(async () => (await lookForRestore(client, parts), 0));
        const started = <Row extends AttemptKey>(kind: RunKind<Row>): Promise<number> =>
          round.part(() => ensureRuns({ logger, round, em }, kind));
        const restarted = {
          documents: await started(documentRuns(parts)),
          events: await started(eventRuns),
          ranges: await started(rangeRuns),
          replaced: await started(replacedRuns),
          invitations: (await started(invitationRuns(orm))) + (await started(personMailRuns(orm))),
          endpoints: await round.wake(
            () => dueEndpoints(em),
            (endpoint) => wakeEndpoint(client, endpoint),
          ),
          distributions: await round.wake(
            () => dueDistributions(em, parts),
            (due) => wakeDistribution(client, due),
          ),
          mailings: await round.wake(
            () => companiesWithMails(em),
            (company) => wakeMails(client, company),
          ),
          closings: await round.wake(
            () => officesWithClosings(em),
            (office) => wakeClosings(client, office),
          ),
          comparisons: await started(comparisonRuns),
          authorities: await round.wake(
            () => neglectedServices(em),
            (service) => wakeAuthority(client, service),
          ),
        };
        await round.part(async () => (await lookAfterRestore(client, parts), 0));
        await round.part(async () => (await tellNotices(parts), 0));
        await round.part(() => askForMonths(em, parts));
        await round.wake(
          () => newsForPeople(parts),
          (mail) => startPersonMail(client, mail),
        );
        await round.part(async () => (await Promise.all([forgetLooks(em), forgetWorkers(em)]), 0));
        metrics.reconciled(restarted);
        round.end();
        return notice === null ? restarted : { ...restarted, notice };
      }),
  };
}
export type ReconciliationActivities = ReturnType<typeof reconciliationActivities>;

/**
 * How many actors of a kind one round wakes: after Temporal has lost its data, all distributions that come due within a minute have to be woken
 * within it. The queries take them in random order, so that actors which stay overdue (a mail server or a store is away) keep no others back.
 */
const atMost = 5_000;
/** A closing that is under way updates its row at least this often, unless it waits. */
const closingQuietMinutes = 2;

/** Active endpoints with overdue deliveries of whatever status: a FAILED one has further attempts, too. */
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

/** Companies whose mails are overdue and are not put off because the mail server is away. */
function companiesWithMails(em: EntityManager): Promise<MailingStart[]> {
  return em.execute<MailingStart[]>(
    `select c.id as "companyId", c.tax_id as "companyTaxId" from company c
     where exists (
         select from document_mail m
         where m.company_id = c.id and m.next_attempt_at < now() - make_interval(secs => ?))
       and not exists (select from mail_turn t where t.company_id = c.id and t.held_until > now())
     order by random() limit ?`,
    [graceSeconds * 2, atMost],
  );
}

/** Offices with closings that are asked for or under way, while none of them moves. */
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

/** Adds the rows of distributions that are missing, and finds those that are overdue. */
async function dueDistributions(em: EntityManager, parts: Parts): Promise<DistributionOf[]> {
  const now = parts.now();
  await addMissingRows(em, { now, waitSeconds: parts.distributionWaitSeconds });
  return overdueDistributions(em, { before: new Date(now.getTime() - graceSeconds * 2_000), atMost });
}
