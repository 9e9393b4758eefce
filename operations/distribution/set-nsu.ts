import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import { record } from '../audit/record.ts';

/** The NSU after which a source is asked next, and the one that it replaced. */
export type NsuSet = { before: bigint; after: bigint };

/**
 * Sets the NSU after which a source is asked: what lies between is fetched again, or never. When the source may be asked does not change. It needs
 * a transaction.
 *
 * @returns null where the company has no such distribution in its present environment
 */
export async function setNsu(
  em: EntityManager,
  { id: company, environment }: Pick<Company, 'id' | 'environment'>,
  { source, nsu }: { source: DistributionSource; nsu: bigint },
  actor: Actor = lavraItself,
): Promise<NsuSet | null> {
  const where = { company, environment, source };
  const row = await em.findOne(Distribution, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!row) return null;
  const before = row.lastNsu;
  row.resetTo(nsu);
  const details = { environment, source, before: String(before), after: String(nsu) };
  record(em, actor, { action: 'DISTRIBUTION_NSU_SET', company, subject: row.id, details });
  return { before, after: nsu };
}

/** As `setNsu`, for a company and source that an operator names. @throws DomainError `not_found` */
export async function setNsuOf(
  em: EntityManager,
  { actor, ...company }: Pick<Company, 'id' | 'environment'> & { actor: Actor },
  wanted: { source: DistributionSource; nsu: bigint },
): Promise<NsuSet> {
  const set = await setNsu(em, company, wanted, actor);
  if (set) return set;
  const { source } = wanted;
  throw new DomainError(
    'not_found',
    `A empresa não tem consultas de ${source === 'NFE' ? 'NF-e' : 'NFS-e'} neste ambiente.`,
  );
}

/** The NSU that a text says; null where it says none. */
export function nsuIn(text: string): bigint | null {
  return /^\d{1,15}$/.test(text) ? BigInt(text) : null;
}
