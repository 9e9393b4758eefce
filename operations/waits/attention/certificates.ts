import { firstNoticeDays } from '../../../domain/companies/certificate-days.ts';
import { newestCertificate } from '../../newest-certificate.ts';
import { type AttentionItem, type Instant, ofRows, type AttentionReader } from './attention-item.ts';

type Row = { id: string; company: string; companyName: string; subject: string; notAfter: Instant; total: number };

/** Certificates in use that end soon, or have ended. */
export const endingCertificates: AttentionReader = async (em, { company, atMost, now }) => {
  const rows = await em.execute<Row[]>(
    `select f.id, c.tax_id as company, c.name as "companyName", f.subject, f.not_after as "notAfter", count(*) over ()::int as total
     from company c join certificate f on f.id = ${newestCertificate('c.id')}
     where c.is_active and f.not_after <= ?::timestamptz + make_interval(days => ?) and (?::uuid is null or c.id = ?::uuid)
     order by f.not_after, f.id limit ?`,
    [now, firstNoticeDays, company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, (row) => itemOf(row, now));
};

function itemOf({ id, company, companyName, subject, ...row }: Row, now: Date): AttentionItem {
  const notAfter = new Date(row.notAfter);
  const isOver = notAfter <= now;
  const day = notAfter.toISOString().slice(0, 10);
  return {
    what: 'certificate',
    id,
    company,
    title: `Certificado de ${companyName}`,
    kind: isOver ? 'CERTIFICATE_EXPIRED' : 'CERTIFICATE_EXPIRING',
    reason: `${subject} ${isOver ? 'venceu' : 'vence'} em ${day}.`,
    since: isOver ? notAfter : new Date(notAfter.getTime() - firstNoticeDays * 86_400_000),
    until: isOver ? null : notAfter,
    remedy: { kind: 'RENEW_CERTIFICATE', subject: { company } },
  };
}
