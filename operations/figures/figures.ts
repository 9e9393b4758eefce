import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { AuthorityService, Standing } from '../../domain/conversation/authority.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import type { DistributionSource, DistributionStatus } from '../../domain/received/kinds.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { sefin } from '../../domain/sefin/authority.ts';
import { acrossCompanies } from '../in-company.ts';
import { openRestoration } from '../installations/restoration.ts';
import { certificateEnd } from '../newest-certificate.ts';

/** The figures of an installation, all companies and offices together. */
export type InstallationFigures = {
  waits: WaitFigure[];
  webhooks: WebhookBacklog;
  certificates: CertificateFigures;
  silences: SilenceFigure[];
  standings: StandingFigure[];
  distributions: DistributionFigure[];
  closings: ClosingFigures;
  /** Whether emission is stopped because the database was restored from a backup. */
  isRestored: boolean;
};

/** Longer than any of these statements takes on a large healthy database; a sick one is not burdened further. */
const statementTimeoutMs = 5_000;

/** Reads the figures over one connection. It needs a login that sees all companies: the worker's or the owner's. */
export function readFigures(orm: Orm): Promise<InstallationFigures> {
  return acrossCompanies(orm).transactional(async (em) => {
    await em.execute(`set local statement_timeout = ${statementTimeoutMs}`);
    return {
      waits: await readWaits(em),
      webhooks: await readWebhookBacklog(em),
      certificates: await readCertificates(em),
      silences: await readSilences(em),
      standings: await readStandings(em),
      distributions: await readDistributions(em),
      closings: await readClosings(em),
      isRestored: (await openRestoration(em)) !== null,
    };
  });
}

/** How a service stands. */
type StandingFigure = AuthorityService & { standing: Standing };

/** Every service that anything is known of. */
function readStandings(em: EntityManager): Promise<StandingFigure[]> {
  return em.execute<StandingFigure[]>('select authorizer, environment, model, state, standing from authority_standing');
}

/** Closings under way; `oldestSeconds` is the age of the oldest. */
type ClosingFigures = { pending: number; running: number; waiting: number; oldestSeconds: number };

/** The closings under way of all offices. */
async function readClosings(em: EntityManager): Promise<ClosingFigures> {
  const [row] = await em.execute<ClosingFigures[]>(
    `select count(*) filter (where status = 'PENDING')::int as "pending",
       count(*) filter (where status = 'RUNNING')::int as "running",
       count(*) filter (where waiting_for is not null)::int as "waiting",
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
     from closing where status in ('PENDING', 'RUNNING')`,
  );
  if (!row) throw new TypeError('an aggregate gave no row');
  return row;
}

/** How many taxpayers an authority wants silence from now (656 of the SEFAZ, 429 of the Sefin), by service. */
type SilenceFigure = { service: string; environment: Environment; taxpayers: number };

/** The silences of now; a service without any is absent. */
function readSilences(em: EntityManager): Promise<SilenceFigure[]> {
  const silenced = [sefaz, sefin].map(({ silence: { code, minutes } }) => {
    return `c_stat = '${code}' and started_at > now() - interval '${minutes} minutes'`;
  });
  return em.execute<SilenceFigure[]>(
    `select service, environment, count(distinct tax_id_root)::int as taxpayers from authority_call
     where c_stat in ('${sefaz.silence.code}', '${sefin.silence.code}') and (${silenced.join(' or ')})
     group by service, environment`,
  );
}

/** How the questions for received documents stand at one source. */
type DistributionFigure = {
  source: DistributionSource;
  status: DistributionStatus;
  count: number;
  /** How many entries the source has told of that did not come yet. */
  nsuBehind: number;
  /** For how long the most overdue question has been due; 0 where none is overdue. */
  overdueSeconds: number;
};

/** The distributions of all active companies in their present environments; groups without any are absent. */
function readDistributions(em: EntityManager): Promise<DistributionFigure[]> {
  return em.execute<DistributionFigure[]>(
    `select d.source, d.status, count(*)::int as count,
       coalesce(sum(greatest(d.max_nsu - d.last_nsu, 0)), 0)::float8 as "nsuBehind",
       greatest(0, extract(epoch from now() - min(greatest(d.next_visit_at, d.not_before))))::float8 as "overdueSeconds"
     from distribution d join company c on c.id = d.company_id
     where c.is_active and c.environment = d.environment and c.settings is not null
     group by d.source, d.status`,
  );
}

/** Deliveries that wait for active endpoints, and how the endpoints stand. */
type WebhookBacklog = {
  /** How many deliveries wait for endpoints whose last round went well; below, for those in trouble. */
  pending: number;
  pendingInTrouble: number;
  /** For how long the most overdue attempt has been due; 0 where none is overdue. */
  overdueSeconds: number;
  endpointsInTrouble: number;
  /** Endpoints that were deactivated after failures. */
  endpointsDisabled: number;
};

/** The backlog of webhooks, of all companies and offices. */
async function readWebhookBacklog(em: EntityManager): Promise<WebhookBacklog> {
  const [row] = await em.execute<WebhookBacklog[]>(
    `select coalesce(sum(pending) filter (where not is_in_trouble), 0)::int as "pending",
       coalesce(sum(pending) filter (where is_in_trouble), 0)::int as "pendingInTrouble",
       greatest(0, extract(epoch from now() - min(due)))::float8 as "overdueSeconds",
       count(*) filter (where is_in_trouble)::int as "endpointsInTrouble",
       (select count(*) from webhook_endpoint where not is_active and disabled_at is not null)::int as "endpointsDisabled"
     from (
       select e.consecutive_failures > 0 as is_in_trouble, d.pending, d.due
       from webhook_endpoint e
         left join office o on o.id = e.office_id
         cross join lateral (
           select count(*) as pending, min(next_attempt_at) as due from webhook_delivery
           where endpoint_id = e.id and next_attempt_at is not null
         ) d
       where e.is_active and o.suspended_at is null
     ) as standing`,
  );
  if (!row) throw new TypeError('an aggregate gave no row');
  return row;
}

/** Things under way or stopped: how many wait for the same kind of thing, and for how long the oldest has. */
type WaitFigure = {
  subject: 'document' | 'event' | 'inutilization' | 'invitation' | 'replaced_note';
  /** Null for invitations, which have no environment. */
  environment: Environment | null;
  kind: WaitKind;
  count: number;
  oldestSeconds: number;
};

/** What waits now, of all companies; groups without any are absent. */
function readWaits(em: EntityManager): Promise<WaitFigure[]> {
  return em.execute<WaitFigure[]>(
    `select subject, environment, kind, count(*)::int as count,
       greatest(0, extract(epoch from now() - min(since)))::float8 as "oldestSeconds"
     from (
       select 'document' as subject, environment, coalesce(waiting_kind, 'ANSWER') as kind, coalesce(waiting_since, updated_at) as since
       from document where status = 'PROCESSING'
       union all
       select 'event', coalesce(d.environment, r.environment), e.waiting_kind, e.waiting_since
       from document_event e
         left join document d on d.id = e.document_id
         left join received_document r on r.id = e.received_document_id
       where e.waiting_kind is not null
       union all
       select 'inutilization', environment, coalesce(waiting_kind, 'ANSWER'), coalesce(waiting_since, updated_at)
       from inutilization where status = 'PENDING'
       union all
       select 'replaced_note', environment, coalesce(waiting_kind, case status when 'PROPOSED' then 'PERSON' else 'ANSWER' end),
         coalesce(waiting_since, updated_at)
       from replaced_note where settled_at is null
       union all
       select 'invitation', null, 'MAIL', created_at from link_invitation where mail_status = 'PENDING'
     ) as waiting
     group by subject, environment, kind`,
  );
}

/** A company, and when the certificate ends with which it signs. */
type CertificateEnd = { companyId: string; taxId: string; notAfter: Date };

/** The certificates with which active companies sign, in groups by the time that is left; each is in one group. */
type CertificateFigures = {
  expired: number;
  within1Day: number;
  within7Days: number;
  within30Days: number;
  later: number;
  /** Companies with fiscal settings and without any certificate. */
  missing: number;
  /** Certificates that end within 30 days, the first to end first; at most `named` of them. */
  ending: CertificateEnd[];
};

const named = 50;

/** The certificates of all active companies, by the time that is left. */
async function readCertificates(em: EntityManager): Promise<CertificateFigures> {
  const [row] = await em.execute<(Omit<CertificateFigures, 'ending'> & { ending: Ending[] | null })[]>(
    `with newest as materialized (
       select c.id, c.tax_id, c.settings is not null as is_ready, ${certificateEnd('c.id')} as not_after
       from company c where c.is_active
     )
     select count(*) filter (where not_after <= now())::int as "expired",
       count(*) filter (where not_after > now() and not_after <= now() + interval '1 day')::int as "within1Day",
       count(*) filter (where not_after > now() + interval '1 day' and not_after <= now() + interval '7 days')::int as "within7Days",
       count(*) filter (where not_after > now() + interval '7 days' and not_after <= now() + interval '30 days')::int as "within30Days",
       count(*) filter (where not_after > now() + interval '30 days')::int as "later",
       count(*) filter (where not_after is null and is_ready)::int as "missing",
       (select json_agg(json_build_object('companyId', id, 'taxId', tax_id, 'notAfter', not_after)) from (
         select id, tax_id, not_after from newest where not_after <= now() + interval '30 days' order by not_after limit ?
       ) as soon) as "ending"
     from newest`,
    [named],
  );
  if (!row) throw new TypeError('an aggregate gave no row');
  const ending = (row.ending ?? []).map((each) => ({ ...each, notAfter: new Date(each.notAfter) }));
  return { ...row, ending };
}

/** As it comes in JSON. */
type Ending = Omit<CertificateEnd, 'notAfter'> & { notAfter: string };
