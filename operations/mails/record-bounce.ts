import type { EntityManager } from '../../config/orm.ts';
import { type DeliveryReport, undeliveredBy } from '../../domain/documents/mails/delivery-report.ts';
import { inTransaction, recordNotices, type Transaction } from '../outbox.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentMail } from '../../domain/documents/mails/document-mail.entity.ts';
import { undeliveredData } from '../../domain/webhooks/payloads.ts';

/** What became of a bounce: it ended a mail, it ends none (a delay, or a mail that has ended), or there is no such mail. */
export type BounceResult =
  | { kind: 'ended'; mailId: string; companyId: string; documentId: string; status: 'BOUNCED' | 'FAILED' }
  | { kind: 'nothing' }
  | { kind: 'unknown' };

/**
 * Writes that a mail which its server had taken was not delivered; of an address that takes none also that the company sends it no more. Read twice it
 * is written once.
 *
 * @param em of all companies
 */
export async function recordBounce(
  em: EntityManager,
  mailId: string,
  reports: readonly DeliveryReport[],
): Promise<BounceResult> {
  const [mail] = await em.execute<{ email: string }[]>('select email from document_mail where id = ?', [mailId]);
  if (!mail) return { kind: 'unknown' };
  const ends = reports.flatMap((report) => undeliveredBy(report, mail.email) ?? []);
  const end = ends.find(({ status }) => status === 'BOUNCED') ?? ends[0];
  if (!end) return { kind: 'nothing' };
  const { status, error } = end;
  return inTransaction(em, leftAsleep, async (tx) => {
    const [row] = await tx.em.execute<Ended[]>(ended, [status, error, mailId, status]);
    if (!row) return { kind: 'nothing' };
    await tellUndelivered(tx, mailId);
    return { kind: 'ended', mailId, ...row, status };
  });
}

type Ended = { companyId: string; documentId: string };

/** Whoever takes a bounce may be a command of a mail server, which reaches no Temporal: reconciliation wakes the endpoints within the minute. */
const leftAsleep = (): Promise<void> => Promise.resolve();

/** A mail that waits still was taken before the answer was lost: its bounce proves it. */
const ended = `
  with ended as (
    update document_mail set status = ?, error = ?, next_attempt_at = null, bounced_at = clock_timestamp()
    where id = ? and status in ('SENT', 'PENDING') returning company_id, document_id, email, error
  ), kept as (
    insert into mail_suppression (company_id, email, reason, created_at)
    select company_id, email, coalesce(error, ''), clock_timestamp() from ended where ? = 'BOUNCED'
    on conflict do nothing
  )
  select company_id as "companyId", document_id as "documentId" from ended`;

/** Tells webhooks that name it of a mail that will not arrive, in the transaction that has written so. */
export async function tellUndelivered(tx: Transaction, mailId: string): Promise<void> {
  const mail = await tx.em.findOneOrFail(DocumentMail, { id: mailId }, { refresh: true });
  const document = await tx.em.findOneOrFail(Document, { id: mail.document });
  const { company } = mail;
  await recordNotices(tx, 'MAIL_FAILED', [{ company, document: document.id, data: undeliveredData(document, mail) }]);
}
