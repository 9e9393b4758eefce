import type { EntityManager } from '../../config/orm.ts';
import { missingMeans } from '../../domain/companies/issuing-means.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { Fault } from '../../domain/faults.ts';
import type { ActingCompany } from '../acting-company.ts';

/** What the company lacks now to issue a document of the type, whatever it sells: certificate, series, CSC. */
export async function issuingFaults(
  em: EntityManager,
  { id, environment, settings }: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  type: DocumentType,
): Promise<Fault[]> {
  const [row] = await em.execute<{ certificateEnds: string | null; hasCsc: boolean }[]>(kept, [id, id, environment]);
  if (!row) throw new Error(`nothing is kept of company ${id}`);
  const certificateEnds = row.certificateEnds === null ? null : new Date(row.certificateEnds);
  return missingMeans(type, { certificateEnds, hasCsc: row.hasCsc, settings }, new Date());
}

const kept = `
  select
    (select not_after from certificate where company_id = ? and is_active order by not_after desc limit 1)
      as "certificateEnds",
    exists (select from company_csc where company_id = ? and environment = ?) as "hasCsc"`;
