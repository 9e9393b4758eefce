import type { EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { afterAnHour, paceOf } from '../../domain/received/distribution-timing.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { addMissingRows, type DistributionOf, hasCertificate } from './distribution-rows.ts';

/** The sources that are asked now, and when the first source may be asked again, if those have nothing more. */
export type StartedSync = { sources: DistributionOf[]; nextAllowedAt: Date };

/** The company, the time, and how many seconds sources are left alone. */
type Asker = { company: Pick<ActingCompany, 'id' | 'taxId' | 'environment' | 'actor'>; now: Date; waitSeconds: number };

/** For so many seconds a request for a sync is left to the actor; after that it may be lost, and can be made again. */
const actorsSeconds = 60;

/**
 * Makes every source of a company due that may be asked now and that no other request has made due at the same time. It decides by the rows alone;
 * `sources` is empty where there is none. The caller wakes the actors after the commit, or calls `withdrawSync` if that fails.
 *
 * @throws DomainError `certificate_missing`, or `invalid_state` where the company has no fiscal settings
 */
export async function startSync(em: EntityManager, { company, now, waitSeconds }: Asker): Promise<StartedSync> {
  const { id, taxId, environment } = company;
  if (!(await hasCertificate(em, id, now))) throw certificateMissing();
  await addMissingRows(em, { companyId: id, now, waitSeconds });
  const due = await em.execute<{ id: string }[]>(
    `update distribution set next_visit_at = least(next_visit_at, ?), sync_asked_at = ?
     where id in (
       select id from distribution
       where company_id = ? and environment = ? and not_before <= ?
         and (sync_asked_at is null or asked_at > sync_asked_at or sync_asked_at < ?::timestamptz - make_interval(secs => ?))
       order by source for update
     )
     returning id`,
    [now, now, id, environment, now, now, actorsSeconds],
  );
  const rows = await em.find(Distribution, { company: id, environment });
  if (rows.length === 0) throw new DomainError('invalid_state', 'A empresa ainda não tem configurações fiscais.');
  const isDue = (row: Distribution): boolean => due.some((other) => other.id === row.id);
  const asked = rows.filter(isDue).map(({ source }) => source);
  if (asked.length > 0) recordFor(em, company, 'DISTRIBUTION_SYNC_REQUESTED', null, { environment, sources: asked });
  const allowedAt = rows.map((row) => {
    const { source, notBefore } = row;
    if (notBefore > now) return notBefore;
    return afterAnHour({ askedAt: now, endedAt: now }, paceOf({ taxId, environment, source }, waitSeconds)).notBefore;
  });
  return {
    sources: rows.filter(isDue).map((row) => ({
      distributionId: row.id,
      companyTaxId: taxId,
      source: row.source,
      environment,
    })),
    nextAllowedAt: new Date(Math.min(...allowedAt.map((at) => at.getTime()))),
  };
}

/** Undoes the mark of `startSync` where the actors could not be woken, so that the next request may try. */
export async function withdrawSync(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  { sources }: StartedSync,
): Promise<void> {
  const ids = sources.map(({ distributionId }) => distributionId);
  await em.execute('update distribution set sync_asked_at = null where id = any(?::uuid[])', [`{${ids.join(',')}}`]);
  recordFor(em, company, 'REQUEST_WITHDRAWN', null, { sources: sources.map(({ source }) => source) });
}

/** Whole seconds to wait where no source may be asked yet, for `Retry-After`. */
export function secondsToWait({ nextAllowedAt }: StartedSync, now: Date): number {
  return Math.max(1, Math.ceil((nextAllowedAt.getTime() - now.getTime()) / 1000));
}

/** The error for a synchronization that is asked for too early. */
export function tooEarly(asking: StartedSync, now: Date): DomainError {
  const seconds = secondsToWait(asking, now);
  return new DomainError(
    'sefaz_wait',
    `As fontes estão sendo consultadas ou foram há pouco, e pedem uma hora entre consultas sem novidades. Tente de novo em ${seconds} segundos; o Lavra também consulta sozinho.`,
  );
}

function certificateMissing(): DomainError {
  return new DomainError(
    'certificate_missing',
    'A empresa está sem certificado A1 válido: adicione um com "lavra certificate add" para buscar os documentos recebidos.',
  );
}
