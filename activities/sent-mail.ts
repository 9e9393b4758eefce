import type { MailOutcome } from '../adapters/mail/mail.ts';
import type { InvitationEnd, Mend, Progress } from '../domain/conversation/progress.ts';
import type { Parts } from './parts.ts';

/** What one try to send a mail came to: the end, or what the next one waits for. */
export type MailProgress = Extract<Progress<InvitationEnd>, { kind: 'settled' | 'wait' }> | Mend;

/** The row of a mail that an actor of its own sends. */
export type MailRow = {
  /** What the log calls the mail. */
  title: string;
  /** Writes why it was not sent, where the people who wait for it read it. */
  explain: (reason: string) => Promise<void>;
  /** Ends it, and deletes its token, which is needed only to send it. */
  close: (end: { mailStatus: 'SENT' | 'FAILED'; mailError: string | null; sentAt?: Date }) => Promise<void>;
};

/** Writes what became of a mail after it was handed to the mail server. */
export async function writeOutcome(
  { logger, now }: Pick<Parts, 'logger' | 'now'>,
  row: MailRow,
  outcome: MailOutcome,
): Promise<MailProgress> {
  switch (outcome.kind) {
    case 'taken': {
      const { refused } = outcome;
      const mailError = refused.length > 0 ? `O servidor de e-mail recusou: ${refused.join(', ')}.` : null;
      await row.close({ mailStatus: 'SENT', mailError, sentAt: now() });
      logger.info('mail sent', { refused: refused.length });
      return settled('SENT');
    }
    case 'refused':
      logger.warn(`${row.title} was refused`, { reason: outcome.reason });
      await row.close({ mailStatus: 'FAILED', mailError: outcome.reason });
      return settled('FAILED');
    case 'later':
      return waitToSend({ logger }, row, outcome.reason);
  }
}

/** Puts a mail off, with the reason on its row. */
export async function waitToSend(
  { logger }: Pick<Parts, 'logger'>,
  row: Pick<MailRow, 'explain'>,
  reason: string,
): Promise<MailProgress> {
  await row.explain(reason);
  logger.info('waiting', { kind: 'MAIL', reason });
  return { kind: 'wait', pause: 'mail', reason };
}

/** Why no mail is sent by a worker without a mail server. */
export const noMailer = 'Nenhum servidor de e-mail está configurado no worker (LAVRA_SMTP_URL).';

export const settled = (end: InvitationEnd): MailProgress => ({ kind: 'settled', end });
