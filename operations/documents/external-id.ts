import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Fault } from '../../domain/faults.ts';
import type { ActingCompany } from '../acting.ts';

/** The sale of a document, named by its id in the caller's system, in one environment of the company. */
export type NamedSale = {
  company: Pick<ActingCompany, 'id' | 'settings'>;
  environment: Environment;
  externalId: string | null;
  /** Id of the document itself, if it exists already. */
  own?: string;
};

/**
 * Where the company wants one document for a sale, makes every request that names the same sale wait until this transaction ends, so that it then
 * finds the document. Costs nothing for other companies.
 */
export async function holdSale(em: EntityManager, { company, environment, externalId }: NamedSale): Promise<void> {
  if (externalId === null || !company.settings?.uniqueExternalId) return;
  const name = `sale ${company.id} ${environment} ${externalId}`;
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
}

/**
 * Refuses a further document of a sale where the company wants only one.
 *
 * @returns a warning about the other document, where the company allows it
 * @throws DomainError `duplicate_external_id`
 */
export async function checkExternalId(em: EntityManager, sale: NamedSale): Promise<Fault[]> {
  const faults = await othersOf(em, sale);
  const [fault] = faults;
  if (fault && sale.company.settings?.uniqueExternalId)
    throw new DomainError(fault.code, fault.message, { issues: [fault] });
  return faults;
}

type Other = { id: string; type: DocumentType; status: DocumentStatus; series: number | null; number: number };

/**
 * A fault about the newest other live document of the sale. Cancelled documents are not live, nor are rejected ones whose number was inutilized:
 * their sale was given up.
 */
export async function othersOf(em: EntityManager, { environment, externalId, own }: NamedSale): Promise<Fault[]> {
  if (externalId === null) return [];
  const rows = await em.execute<Other[]>(
    `select id, type, status, series, number from document
     where external_id = ? and environment = ? and status <> 'CANCELLED' ${own === undefined ? '' : 'and id <> ?'}
       and not (status = 'REJECTED' and exists (
         select from inutilization unused
         where unused.company_id = document.company_id and unused.environment = document.environment
           and unused.model = case document.type when 'NFE' then '55' when 'NFCE' then '65' end
           and unused.series = document.series and document.number between unused.start_number and unused.end_number
           and unused.status = 'AUTHORIZED'))
     order by id desc limit 1`,
    [externalId, environment, ...(own === undefined ? [] : [own])],
  );
  return rows.map((other) => ({ code: 'duplicate_external_id', path: 'externalId', message: inWords(other) }));
}

function inWords({ id, type, status, series, number }: Other): string {
  const numbered = number > 0 ? ` ${series ?? '-'}/${number}` : '';
  return (
    `A empresa já tem um documento com este externalId: ${traitsOf[type].title}${numbered}, ${status}, id ${id}. ` +
    'Se a venda é a mesma, use aquele documento; se é outra, envie outro externalId.'
  );
}
