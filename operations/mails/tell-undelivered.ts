import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentMail } from '../../domain/documents/mails/document-mail.entity.ts';
import { undeliveredData } from '../../domain/webhooks/payloads.ts';
import { recordNotices, type Transaction } from '../outbox.ts';

/** Tells webhooks that name it of a mail that will not arrive, in the transaction that has written so. */
export async function tellUndelivered(tx: Transaction, mailId: string): Promise<void> {
  const mail = await tx.em.findOneOrFail(DocumentMail, { id: mailId }, { refresh: true });
  const document = await tx.em.findOneOrFail(Document, { id: mail.document });
  const { company } = mail;
  await recordNotices(tx, 'MAIL_FAILED', [{ company, document: document.id, data: undeliveredData(document, mail) }]);
}
