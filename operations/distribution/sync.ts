import type { EntityManager } from '../../config/orm.ts';
import { Distribution } from '../../domain/distribution/distribution.entity.ts';
import { paceOf } from '../../domain/distribution/pace.ts';
import { waited } from '../../domain/distribution/timing.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting-company.ts';
import { hasCertificate } from './state.ts';
import { addMissingRows, type DistributionOf } from './rows.ts';

/** What is asked now, and when a source may be asked next: of those that are asked, as it will be if they have nothing more. */
export type Asking = { sources: DistributionOf[]; nextAllowedAt: Date };

/** Whose rows, at what time, and how long sources want to be left alone. */
type Asker = { company: Pick<ActingCompany, 'id' | 'taxId' | 'environment'>; now: Date; waitSeconds: number };

/**
 * Has every source of a company asked now that may be asked, decided from the rows alone; `sources` is empty where none may. Their actors are
 * to be woken after the commit. Whoever asks at the same time is returned the same, until an actor has begun to ask.
 *
 * @throws DomainError `certificate_missing`, or `invalid_state` where the company has no fiscal settings
 */
export async function askNow(em: EntityManager, { company, now, waitSeconds }: Asker): Promise<Asking> {
  const { id, taxId, environment } = company;
  if (!(await hasCertificate(em, id, now))) throw certificateMissing();
  await addMissingRows(em, { companyId: id, now, waitSeconds });
  const due = await em.execute<{ id: string }[]>(
    `update distribution set next_visit_at = least(next_visit_at, ?)
     where company_id = ? and environment = ? and not_before <= ?
     returning id`,
    [now, id, environment, now],
  );
  const rows = await em.find(Distribution, { company: id, environment });
  if (rows.length === 0) throw new DomainError('invalid_state', 'A empresa ainda não tem configurações fiscais.');
  const isDue = (row: Distribution): boolean => due.some((other) => other.id === row.id);
  const allowedAt = rows.map((row) => {
    const { source, notBefore } = row;
    if (!isDue(row)) return notBefore;
    return waited({ askedAt: now, endedAt: now }, paceOf({ taxId, environment, source }, waitSeconds));
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

/** Where no source may be asked yet. The whole seconds to wait are those of `Retry-After`. */
export function secondsToWait({ nextAllowedAt }: Asking, now: Date): number {
  return Math.max(1, Math.ceil((nextAllowedAt.getTime() - now.getTime()) / 1000));
}

/** The sentence for it. */
export function tooEarly(asking: Asking, now: Date): DomainError {
  const seconds = secondsToWait(asking, now);
  return new DomainError(
    'sefaz_wait',
    `As fontes foram consultadas há pouco e pedem uma hora entre consultas sem novidades. Tente de novo em ${seconds} segundos; o Lavra também consulta sozinho.`,
  );
}

function certificateMissing(): DomainError {
  return new DomainError(
    'certificate_missing',
    'A empresa está sem certificado A1 válido: adicione um com "lavra certificate add" para buscar os documentos recebidos.',
  );
}
