import { expiringData, type ExpiringCertificate } from '../../domain/webhooks/payloads.ts';
import { newestCertificate } from '../newest-certificate.ts';
import { recordNotices, type Transaction } from '../outbox.ts';

/**
 * Tells webhooks of certificates in use that end in 30, 7 or 1 days, each once at each of them. One that is added later is told of at the
 * next of them. Other processes may do the same meanwhile.
 *
 * @returns of how many
 */
export async function tellExpiring(tx: Transaction, now: Date): Promise<number> {
  const rows = await tx.em.execute<(Omit<ExpiringCertificate, 'notAfter'> & { notAfter: Date | string })[]>(expiring, [
    now,
    now,
    now,
    now,
  ]);
  const notices = rows.map(({ notAfter, ...certificate }) => ({
    company: certificate.companyId,
    document: null,
    data: expiringData({ ...certificate, notAfter: new Date(notAfter) }, now),
  }));
  await recordNotices(tx, 'CERTIFICATE_EXPIRING', notices);
  return rows.length;
}

const expiring = `
  with near as (
    select c.id, case
        when c.not_after <= ?::timestamptz + interval '1 day' then 1
        when c.not_after <= ?::timestamptz + interval '7 days' then 7
        else 30
      end as days
    from certificate c
    where c.is_active and c.not_after > ?::timestamptz and c.not_after <= ?::timestamptz + interval '30 days'
  )
  update certificate c set expiry_told_days = near.days
  from near, company co
  where c.id = near.id and co.id = c.company_id and co.is_active and (c.expiry_told_days is null or c.expiry_told_days > near.days)
    and c.id = ${newestCertificate('c.company_id')}
  returning c.id as "certificateId", c.company_id as "companyId", co.tax_id as "taxId", co.name as "companyName", c.subject,
    c.not_after as "notAfter"`;
