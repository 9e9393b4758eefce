import type { EntityManager, Orm } from '../../config/orm.ts';
import {
  DocumentMail,
  type DocumentMailStatus,
  MailSuppression,
  MailTurn,
} from '../../domain/documents/mails/document-mail.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { findDocument } from '../documents/find-document.ts';
import { inCompany } from '../in-company.ts';

const mailsAtMost = 100;
const suppressionsAtMost = 1_000;

/** A mail as people see it. */
export type ShownMail = Pick<
  DocumentMail,
  'id' | 'kind' | 'sequence' | 'email' | 'attempts' | 'nextAttemptAt' | 'sentAt' | 'bouncedAt' | 'createdAt'
> & { status: DocumentMailStatus; error: string | null };

/** The mails about a document, the newest first; those that wait for the mail server with the reason. @throws NotFound */
export async function findMails(em: EntityManager, documentId: string): Promise<ShownMail[]> {
  const { id: document, company } = await findDocument(em, documentId);
  const mails = await em.find(
    DocumentMail,
    { document },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: mailsAtMost },
  );
  const turn = await em.findOne(MailTurn, { company, heldUntil: { $gt: new Date() } });
  return mails.map((mail) => shownMail(mail, turn?.heldReason));
}

/** @param held why all waiting mails of the company are put off, if they are */
export function shownMail(mail: DocumentMail, held: string | null = null): ShownMail {
  const { id, kind, sequence, email, status, attempts, error = null } = mail;
  const { nextAttemptAt, sentAt, bouncedAt, createdAt } = mail;
  const told = status === 'PENDING' ? (held ?? error) : error;
  return { id, kind, sequence, email, status, attempts, nextAttemptAt, sentAt, bouncedAt, createdAt, error: told };
}

/** The addresses to which a company sends no mails, the newest first. */
export function findSuppressions(em: EntityManager): Promise<MailSuppression[]> {
  return em.findAll(MailSuppression, { orderBy: { createdAt: 'desc', email: 'asc' }, limit: suppressionsAtMost });
}

/** Lets a company send mails to an address again. @throws NotFound */
export function liftSuppression(orm: Orm, company: Pick<ActingCompany, 'id' | 'actor'>, email: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const lifted = await em.nativeDelete(MailSuppression, { company: company.id, email: email.toLowerCase() });
    if (lifted === 0) throw new NotFound('mailSuppression');
    recordFor(em, company, 'MAIL_SUPPRESSION_LIFTED', null, { domain: email.split('@').at(-1) ?? '' });
  });
}
