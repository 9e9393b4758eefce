import { randomUUID } from 'node:crypto';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { DifferenceKind } from '../../../domain/comparison/rule.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/** A difference in a series 1; by default of NF-e, about notes with a key that the authority has. */
export type DifferenceRow = {
  kind: DifferenceKind;
  from: number;
  to?: number;
  type?: DocumentType;
  documentId?: string;
};

/** Writes a comparison of October 2026 with these differences open; it has ended by default. @returns its id */
export async function comparisonOf(
  orm: Orm,
  { id: company }: Pick<Company, 'id'>,
  differences: readonly DifferenceRow[] = [],
  { isEnded = true, waitingFor = null }: { isEnded?: boolean; waitingFor?: string | null } = {},
): Promise<string> {
  const em = acrossCompanies(orm);
  const id = randomUUID();
  await em.execute(
    `insert into comparison (id, company_id, year, month, every_note, as_of, total_count, done_count, untold_count, untold_reason, waiting_for,
       waiting_kind, created_at, completed_at)
     values (?, ?, 2026, 10, true, now(), 12, ?, 1, 'Chave de acesso muito antiga', ?, ?, now(), case when ?::boolean then now() end)`,
    [id, company, isEnded ? 12 : 5, waitingFor, waitingFor === null ? null : 'AUTHORITY_PAUSED', isEnded],
  );
  for (const { kind, from, to = from, type = 'NFE', documentId = null } of differences) {
    const told = kind === 'GAP' ? [null, null] : ['3'.repeat(type === 'NFSE' ? 50 : 44), '217'];
    await em.execute(
      `insert into month_difference (id, company_id, comparison_id, year, month, kind, type, series, start_number, end_number, document_id,
         access_key, c_stat, found_at)
       values (gen_random_uuid(), ?, ?, 2026, 10, ?, ?, 1, ?, ?, ?, ?, ?, now())`,
      [company, id, kind, type, from, to, documentId, ...told],
    );
  }
  return id;
}
