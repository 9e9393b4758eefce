import type { EntityManager } from '../../config/orm.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { Month } from '../../domain/month.ts';
import { newestCertificate } from '../newest-certificate.ts';

/** A comparison and the company that asks; `state` and `municipalityCode` are null where the company has no address. */
export type ComparisonNow = {
  id: string;
  companyId: string;
  taxId: string;
  state: string | null;
  isUnregistered: boolean;
  municipalityCode: string | null;
  certificateId: string | null;
  month: Month;
  everyNote: boolean;
  isBegun: boolean;
  isEnded: boolean;
  /** Whether another month of the company was asked for before and is not done. */
  isBehind: boolean;
  done: number;
  total: number;
};

/** A series that is not done, and where it goes on. */
export type OpenSeries = {
  comparisonId: string;
  companyId: string;
  month: Month;
  everyNote: boolean;
  type: DocumentType;
  series: number;
  lastNumber: number;
  ownFrom: number;
  looksAhead: boolean;
  nextNumber: number;
  unknown: number;
};

/** @returns null where there is no such comparison */
export async function comparisonNow(em: EntityManager, id: string): Promise<ComparisonNow | null> {
  const [row] = await em.execute<ComparisonNow[]>(
    `select k.id, k.company_id as "companyId", c.tax_id as "taxId", c.settings->'address'->>'state' as state,
       c.settings->>'stateRegistration' is null as "isUnregistered", c.settings->'address'->>'municipalityCode' as "municipalityCode",
       ${newestCertificate('c.id')} as "certificateId", json_build_object('year', k.year, 'month', k.month) as month,
       k.every_note as "everyNote", k.as_of is not null as "isBegun", k.completed_at is not null as "isEnded",
       exists (
         select from comparison other
         where other.company_id = k.company_id and other.completed_at is null and (other.created_at, other.id) < (k.created_at, k.id)
       ) as "isBehind",
       k.done_count as done, k.total_count as total
     from comparison k join company c on c.id = k.company_id where k.id = ?`,
    [id],
  );
  return row ?? null;
}

/** The series with which a comparison goes on; null where all are done. */
export async function nextOpenSeries(
  em: EntityManager,
  { id, companyId, month, everyNote }: ComparisonNow,
): Promise<OpenSeries | null> {
  const [row] = await em.execute<Omit<OpenSeries, 'comparisonId' | 'companyId' | 'month' | 'everyNote'>[]>(
    `select type, series, last_number as "lastNumber", own_from as "ownFrom", looks_ahead as "looksAhead", next_number as "nextNumber", unknown
     from compared_series where comparison_id = ? and done_at is null order by type, series limit 1`,
    [id],
  );
  return row ? { comparisonId: id, companyId, month, everyNote, ...row } : null;
}
