import { noticeDays } from '../../domain/companies/certificate-days.ts';
import { isForPeople, waitOfRow } from '../../domain/conversation/wait-with-remedy.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { type ExpiringCertificate, expiringData, waitingData } from '../../domain/webhooks/payloads.ts';
import { newestCertificate } from '../newest-certificate.ts';
import { isNamedBy, type Notice, recordNotices, type Transaction } from '../outbox.ts';

/** How many documents one transaction tells of; their rows are locked meanwhile. */
export const noticesAtOnce = 500;

/**
 * Tells webhooks of documents that have waited for five minutes, and at once of those that a person must decide about: each once in an attempt, and
 * once more where it stops for a person after another wait. A document whose wait keeps changing is told of after ten minutes, and a contingency
 * note when half of its term for transmission has passed. Other processes may do the same at the same time.
 *
 * @param only restricts this to one document
 * @param late is called inside the transaction with the documents that are told of because they are not transmitted yet
 * @returns how many documents were handled, including those for which no endpoint listens; as many as `noticesAtOnce` where more may follow
 */
export async function tellWaiting(
  tx: Transaction,
  now: Date,
  only: string | null = null,
  late: (documentIds: string[]) => void = () => {},
): Promise<number> {
  const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  const rows = await tx.em.execute<{ id: string; isHeard: boolean; isLate: boolean }[]>(untold, [
    only,
    only,
    now,
    minutesAgo(5),
    minutesAgo(10),
    now,
    noticesAtOnce,
  ]);
  if (rows.length === 0) return 0;
  await tx.em.execute('update document set waiting_told = waiting_kind where id in (?)', [rows.map(({ id }) => id)]);
  const untransmitted = rows.filter(({ isLate }) => isLate).map(({ id }) => id);
  if (untransmitted.length > 0) late(untransmitted);
  const heard = rows.filter(({ isHeard }) => isHeard).map(({ id }) => id);
  const documents = heard.length > 0 ? await tx.em.find(Document, { id: heard }) : [];
  await recordNotices(
    tx,
    'DOCUMENT_WAITING',
    documents.flatMap((document) => noticeOf(document, now)),
  );
  return rows.length;
}

function noticeOf(document: Document, now: Date): Notice[] {
  const { id, company, waitingFor } = document;
  const wait = waitOfRow({ ...document, reason: waitingFor }, { what: 'document', id, company }, now);
  return wait ? [{ company, document: id, data: waitingData(document, wait) }] : [];
}

const untold = `
  select d.id, ${isNamedBy('d.company_id', 'DOCUMENT_WAITING')} as "isHeard", d.waiting_kind = 'TRANSMISSION' as "isLate" from document d
  where d.waiting_kind is not null and (?::uuid is null or d.id = ?::uuid)
    and (d.waiting_told is null or (d.waiting_kind in ('PERSON', 'TRANSMISSION') and d.waiting_told <> d.waiting_kind))
    and case d.waiting_kind
      when 'PERSON' then true
      when 'TRANSMISSION' then ${isForPeople('d')}
      else d.waiting_since <= ? or (d.claimed_at <= ? and ${isForPeople('d')})
    end
  order by d.waiting_since limit ?
  for update of d skip locked`;

/**
 * Tells webhooks of certificates in use that end within each of `noticeDays`, once for each. For a certificate that is added later it begins with
 * the next of them. Other processes may do the same at the same time.
 *
 * @returns how many certificates it told of
 */
export async function tellExpiring(tx: Transaction, now: Date): Promise<number> {
  const rows = await tx.em.execute<(Omit<ExpiringCertificate, 'notAfter'> & { notAfter: Date | string })[]>(expiring, [
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
    select c.id, min(told.days) as days
    from certificate c
    join unnest(array[${noticeDays.join(', ')}]) as told(days) on c.not_after <= ?::timestamptz + make_interval(days => told.days)
    where c.is_active and c.not_after > ?::timestamptz
    group by c.id
  )
  update certificate c set expiry_told_days = near.days
  from near, company co
  where c.id = near.id and co.id = c.company_id and co.is_active and (c.expiry_told_days is null or c.expiry_told_days > near.days)
    and c.id = ${newestCertificate('c.company_id')}
  returning c.id as "certificateId", c.company_id as "companyId", co.tax_id as "taxId", co.name as "companyName", c.subject,
    c.not_after as "notAfter"`;
