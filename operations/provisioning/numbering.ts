import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import type { WantedNumbering } from '../../domain/companies/company-form.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type DocumentType, documentTypes, traitsOf } from '../../domain/document-types.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { NumberSeries } from '../../domain/numbering/number-series.entity.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

type Wanted = { series: number; nextNumber: number | null };

/**
 * Makes sure that each series in use has its row, and moves its next number where one was given.
 *
 * @throws {ProvisioningRefused} `number_in_use` when that number, or a later one, was already drawn (invariant 1)
 */
export async function setNumbering(em: EntityManager, company: Company, wanted: WantedNumbering): Promise<void> {
  for (const type of documentTypes) {
    const numbering = wanted[traitsOf[type].numberedAs];
    if (numbering) await setOne(em, company, type, numbering);
  }
}

async function setOne(
  em: EntityManager,
  company: Company,
  type: DocumentType,
  { series, nextNumber }: Wanted,
): Promise<void> {
  const { numberedAs } = traitsOf[type];
  const key = { company: company.id, environment: company.environment, model: numberedAs, series };
  await em.upsert(NumberSeries, { ...key, nextNumber: nextNumber ?? 1 }, { onConflictAction: 'ignore' });
  if (nextNumber === null) return;
  // The lock waits for a draw under way, so that its number is seen below.
  const row = await em.findOneOrFail(NumberSeries, key, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const last = await lastNumber(em, company, type, series);
  if (nextNumber <= last) {
    const mend = `informe ${last + 1} ou mais, ou deixe nextNumber fora para manter a numeração`;
    throw new ProvisioningRefused('number_in_use', `O número ${last} da série ${series} já foi usado; ${mend}.`);
  }
  row.nextNumber = nextNumber;
}

async function lastNumber(em: EntityManager, company: Company, type: DocumentType, series: number): Promise<number> {
  const last = await em.findOne(
    Document,
    { company: company.id, environment: company.environment, type, series },
    { orderBy: { number: 'desc' }, fields: ['number'] },
  );
  return last?.number ?? 0;
}
