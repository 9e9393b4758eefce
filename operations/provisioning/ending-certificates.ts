import type { EntityManager } from '../../config/orm.ts';
import { firstNoticeDays } from '../../domain/companies/certificate-days.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Page, windowOf } from '../lists/page.ts';
import { newestCertificate } from '../newest-certificate.ts';

/** A company whose certificate ends within thirty days, or has ended; `notAfter` is null where it has none in use. */
export type EndingCertificate = {
  taxId: string;
  name: string;
  environment: Environment;
  subject: string | null;
  notAfter: Date | null;
};

type Row = Omit<EndingCertificate, 'notAfter'> & { notAfter: Date | string | null; total: number };

/** Active companies that will soon not issue for want of a certificate, or do not already: that which ended the longest ago first, and last those without one. */
export async function endingCertificatesOf(
  em: EntityManager,
  now: Date,
  page: Page,
): Promise<{ certificates: EndingCertificate[]; total: number }> {
  const { limit, offset } = windowOf(page);
  const rows = await em.execute<Row[]>(
    `select c.tax_id as "taxId", c.name, c.environment, f.subject, f.not_after as "notAfter", count(*) over ()::int as total
     from company c left join certificate f on f.id = ${newestCertificate('c.id')}
     where c.is_active and (f.id is null or f.not_after <= ?::timestamptz + make_interval(days => ?))
     order by f.not_after nulls last, c.tax_id limit ? offset ?`,
    [now, firstNoticeDays, limit, offset],
  );
  const certificates = rows.map(({ total: _total, notAfter, ...row }) => ({
    ...row,
    notAfter: notAfter === null ? null : new Date(notAfter),
  }));
  return { certificates, total: rows[0]?.total ?? 0 };
}
