import type { EntityManager } from '../../config/orm.ts';
import type { MailKind } from '../../domain/companies/buyer-mail.ts';
import type { DocumentMailStatus } from '../../domain/documents/mails/document-mail.entity.ts';
import { leaseMs } from '../../domain/documents/mails/retry.ts';

/** A mail that is due. */
export type DueMail = {
  id: string;
  document: string;
  kind: MailKind;
  sequence: number;
  email: string;
  attempts: number;
  createdAt: string;
  /** Why nothing is sent to its address; null where nothing is known against the address. */
  suppressed: string | null;
};

type DueQuery = { companyId: string; now: Date; limit: number; except: string[] };

/** The mails of a company that are due, the longest waiting first. */
export function dueMails(em: EntityManager, { companyId, now, limit, except }: DueQuery): Promise<DueMail[]> {
  return em.execute<DueMail[]>(
    `select m.id, m.document_id as document, m.kind, m.sequence, m.email, m.attempts, m.created_at as "createdAt",
       (select s.reason from mail_suppression s where s.company_id = m.company_id and s.email = m.email) as suppressed
     from document_mail m
     where m.company_id = ? and m.next_attempt_at <= ? and m.id <> all (?::uuid[])
     order by m.next_attempt_at limit ?`,
    [companyId, now, `{${except.join()}}`, limit],
  );
}

/** Milliseconds until the next mail of a company is due, 0 where one is; null when none waits. */
export async function nextDueMs(em: EntityManager, companyId: string, now: Date): Promise<number | null> {
  const [row] = await em.execute<{ due: string | null }[]>(
    `select min(next_attempt_at) as due from document_mail where company_id = ? and next_attempt_at is not null`,
    [companyId],
  );
  return row?.due ? Math.max(0, new Date(row.due).getTime() - now.getTime()) : null;
}

/**
 * Begins an attempt, right before the mail is handed over. Where the process dies after this, the row says so, and the mail is handed over once
 * more when the lease has ended, with the same Message-ID.
 *
 * @returns false where another run has begun it
 */
export async function beginAttempt(em: EntityManager, { id, attempts }: DueMail, now: Date): Promise<boolean> {
  const begun = await em.execute<object[]>(
    `update document_mail set attempts = attempts + 1, next_attempt_at = ?
     where id = ? and status = 'PENDING' and attempts = ? and next_attempt_at <= ? returning id`,
    [new Date(now.getTime() + leaseMs), id, attempts, now],
  );
  return begun.length > 0;
}

/** How an attempt ended; `nextAttemptAt` is null where there is no other. */
export type MailEnd = {
  status: DocumentMailStatus;
  nextAttemptAt: Date | null;
  error: string | null;
  sentAt?: Date;
};

/** Whether a mail ended without reaching its address. */
export function isUndelivered({ status }: MailEnd): boolean {
  return status !== 'SENT' && status !== 'PENDING';
}

/**
 * Writes how an attempt ended, unless another attempt has begun since; for a dead address also that the company sends it no more mails.
 *
 * @returns whether it was written
 */
export async function finishMail(
  em: EntityManager,
  mail: Pick<DueMail, 'id'>,
  begun: number,
  { status, nextAttemptAt, error, sentAt }: MailEnd,
): Promise<boolean> {
  const values = [status, nextAttemptAt, error, sentAt ?? null, mail.id, begun];
  const written = await em.execute<object[]>(status === 'BOUNCED' ? bounced : `${ended} returning id`, values);
  return written.length > 0;
}

const ended = `
  update document_mail set status = ?, next_attempt_at = ?, error = ?, sent_at = coalesce(?, sent_at)
  where id = ? and status = 'PENDING' and attempts = ?`;

const bounced = `
  with ended as (${ended} returning id, company_id, email, error), kept as (
    insert into mail_suppression (company_id, email, reason, created_at)
    select company_id, email, coalesce(error, ''), clock_timestamp() from ended
    on conflict do nothing
  )
  select id from ended`;

/** Undoes the beginning of an attempt for which the server could not be used. */
export async function takeBack(
  em: EntityManager,
  { id }: Pick<DueMail, 'id'>,
  begun: number,
  now: Date,
): Promise<void> {
  await em.execute(
    `update document_mail set attempts = attempts - 1, next_attempt_at = ? where id = ? and status = 'PENDING' and attempts = ?`,
    [now, id, begun],
  );
}
