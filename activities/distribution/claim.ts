import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Authority } from '../../domain/conversation/authority.ts';
import { type QuestionPace, claimedUntil, withMargin } from '../../domain/received/distribution-timing.ts';
import type { DistributionSource, DistributionStatus } from '../../domain/received/kinds.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { type OpenCall, openCall } from '../conversation/calls.ts';
import { capitalized } from '../../adapters/mutual-tls/fault-in-words.ts';
import type { Parts } from '../parts.ts';

/** A company's distribution by one source, as a visit finds it. */
export type SourceStanding = {
  id: string;
  companyId: string;
  taxId: string;
  environment: Environment;
  source: DistributionSource;
  /** UF of the company's address. */
  state: string;
  certificateId: string | null;
  status: DistributionStatus;
  reason: string | null;
  lastNsu: bigint;
  /** Whether the source has told of more documents than are here. */
  isAhead: boolean;
  askedAt: Date | null;
  notBefore: Date;
  nextVisitAt: Date;
};

type Row = Omit<SourceStanding, 'lastNsu' | 'askedAt' | 'notBefore' | 'nextVisitAt'> & {
  lastNsu: string;
  askedAt: string | null;
  notBefore: string;
  nextVisitAt: string;
};

/** How a distribution stands; null where there is nothing to ask any more: the company is inactive, or uses another environment now. */
export async function sourceStandingOf(em: EntityManager, id: string): Promise<SourceStanding | null> {
  const [row] = await em.execute<Row[]>(
    `select d.id, d.company_id as "companyId", c.tax_id as "taxId", d.environment, d.source, d.status, d.reason,
       c.settings -> 'address' ->> 'state' as state, ${newestCertificate('c.id')} as "certificateId",
       d.last_nsu::text as "lastNsu", coalesce(d.max_nsu > d.last_nsu, false) as "isAhead",
       d.asked_at as "askedAt", d.not_before as "notBefore", d.next_visit_at as "nextVisitAt"
     from distribution d join company c on c.id = d.company_id
     where d.id = ? and c.is_active and c.environment = d.environment and c.settings is not null`,
    [id],
  );
  if (!row) return null;
  return {
    ...row,
    lastNsu: BigInt(row.lastNsu),
    askedAt: row.askedAt === null ? null : new Date(row.askedAt),
    notBefore: new Date(row.notBefore),
    nextVisitAt: new Date(row.nextVisitAt),
  };
}

/** When the next question is both allowed and due. */
export function dueAt({ notBefore, nextVisitAt }: SourceStanding): Date {
  return notBefore > nextVisitAt ? notBefore : nextVisitAt;
}

/** A question that may be asked, and that nobody else asks. */
export type QuestionClaim = { call: OpenCall; askedAt: Date };

type Claiming = {
  standing: SourceStanding;
  authority: Authority;
  service: string;
  isAhead: boolean;
  pace: QuestionPace;
};

/**
 * Claims a distribution for one question: in one commit, before anything is sent, it writes the row of the call and moves `notBefore` to where it
 * has to stay if no answer comes.
 *
 * @returns null where somebody else has claimed it, or the authority wants silence from the taxpayer (the row's `not_before` says until when)
 */
export async function claimQuestion(
  { orm, now }: Pick<Parts, 'orm' | 'now'>,
  { standing, authority, service, isAhead, pace }: Claiming,
): Promise<QuestionClaim | null> {
  const { id, companyId, taxId, environment, source, certificateId, lastNsu } = standing;
  const askedAt = now();
  return acrossCompanies(orm).transactional(async (em) => {
    const until = claimedUntil(askedAt, isAhead, pace);
    const claimed = await em.execute<unknown[]>(
      `update distribution set asked_at = ?, not_before = ?, next_visit_at = ?, updated_at = now()
       where id = ? and not_before <= ? and next_visit_at <= ? and last_nsu = ?
       returning id`,
      [askedAt, until, until, id, askedAt, askedAt, lastNsu],
    );
    if (claimed.length === 0) return null;
    const speaker = { companyId, taxId, certificateId };
    const subject = questionSubject(standing);
    const opened = await openCall(em, scaled(authority, pace), { speaker, environment, subject, service }, askedAt);
    if ('id' in opened) return { call: opened, askedAt };
    if ('shut' in opened) throw new TypeError('nobody judges a source of received documents');
    const { notBefore, nextVisitAt } = withMargin(opened.silentUntil, pace);
    await em.execute(
      `update distribution set asked_at = ?, not_before = ?, next_visit_at = ?, status = 'THROTTLED', reason = ? where id = ?`,
      [standing.askedAt, notBefore, nextVisitAt, silenceInWords(authority, source), id],
    );
    return null;
  });
}

/** The subject of a question's call. */
export function questionSubject({ source, lastNsu }: SourceStanding): string {
  return `distribution ${source} ${lastNsu}`;
}

/** The authority with its silence, which binds all branches, in minutes of `pace` (tests make them shorter). */
function scaled(authority: Authority, { minuteMs }: QuestionPace): Authority {
  const { silence } = authority;
  return { ...authority, silence: { ...silence, minutes: (silence.minutes * minuteMs) / 60_000 } };
}

function silenceInWords({ called, silence }: Authority, source: SourceStanding['source']): string {
  const whom = source === 'NFE' ? 'à empresa ou a outra filial dela' : 'à empresa';
  return `${capitalized(called.the)} pediu silêncio (${silence.code}) ${whom}.`;
}
