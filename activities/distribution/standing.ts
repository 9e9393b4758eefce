import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { DistributionSource, DistributionStatus } from '../../domain/distribution/words.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';

/** A company at one source, as a visit finds it. */
export type Standing = {
  id: string;
  companyId: string;
  taxId: string;
  environment: Environment;
  source: DistributionSource;
  /** Of the company's address. */
  state: string;
  certificateId: string | null;
  status: DistributionStatus;
  reason: string | null;
  lastNsu: bigint;
  /** The source had told of more than there is here. */
  isAhead: boolean;
  askedAt: Date | null;
  notBefore: Date;
  nextVisitAt: Date;
};

type Row = Omit<Standing, 'lastNsu' | 'askedAt' | 'notBefore' | 'nextVisitAt'> & {
  lastNsu: string;
  askedAt: string | null;
  notBefore: string;
  nextVisitAt: string;
};

/** Where a distribution stands; null where there is nothing to ask any more: the company is inactive or is in another environment now. */
export async function standingOf(em: EntityManager, id: string): Promise<Standing | null> {
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

/** When the next question may be asked and is to be. */
export function dueAt({ notBefore, nextVisitAt }: Standing): Date {
  return notBefore > nextVisitAt ? notBefore : nextVisitAt;
}
