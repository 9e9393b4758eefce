import type { EntityManager } from '../../config/orm.ts';
import { type DeliveryReport, undeliveredBy } from '../../domain/documents/mails/delivery-report.ts';
import { inTransaction, recordNotices, type Transaction } from '../outbox.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentMail } from '../../domain/documents/mails/document-mail.entity.ts';
import { undeliveredData } from '../../domain/webhooks/payloads.ts';

/** The effect of a bounce: it ended a mail, it ended none (a delay, or the mail has ended already), or its mail does not exist. */
export type BounceResult =
  | { kind: 'ended'; mailId: string; companyId: string; documentId: string; status: 'BOUNCED' | 'FAILED' }
  | { kind: 'nothing' }
  | { kind: 'unknown' };

/**
 * Writes that a mail was not delivered, after its server had taken it; for a dead address also that the company sends it no more mails. A second
 * reading of the same bounce changes nothing.
 *
 * @param em sees all companies
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

/**
 * Does not wake the endpoints' actors: a bounce may be read by a command of the mail server, which does not reach Temporal. Reconciliation wakes
 * them within the minute.
 */
const leftAsleep = (): Promise<void> => Promise.resolve();

/** A PENDING mail ends, too: the server took it, and its answer was lost, which the bounce proves. */
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

/** Tells webhooks that ask for it of a mail that will not arrive, in the transaction that writes it. */
export async function tellUndelivered(tx: Transaction, mailId: string): Promise<void> {
  const mail = await tx.em.findOneOrFail(DocumentMail, { id: mailId }, { refresh: true });
  const document = await tx.em.findOneOrFail(Document, { id: mail.document });
  const { company } = mail;
  await recordNotices(tx, 'MAIL_FAILED', [{ company, document: document.id, data: undeliveredData(document, mail) }]);
}
