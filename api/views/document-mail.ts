import type { Schema } from '../../http/schema.ts';
import type { ShownMail } from '../../operations/mails/find.ts';

/** One mail about a document, as the contract shows it. */
export function documentMailView(mail: ShownMail): Schema<'DocumentMail'> {
  const { id, kind, sequence, email, status, attempts, error, nextAttemptAt, sentAt, bouncedAt, createdAt } = mail;
  return {
    ...{ id, kind, letter: kind === 'CORRECTED' ? sequence : null, email, status, attempts, error },
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    bouncedAt: bouncedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
