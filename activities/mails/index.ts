import { Context } from '@temporalio/activity';
import type { MailOutcome } from '../../adapters/mail/mail.ts';
import type { EntityManager } from '../../config/orm.ts';
import { afterPutOff, isDeadAddress } from '../../domain/documents/mails/retry.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { tellUndelivered } from '../../operations/mails/record-bounce.ts';
import { withHeartbeat, orWaitForMend } from '../wait-for-mend.ts';
import type { Parts } from '../parts.ts';
import { noMailer } from '../sent-mail.ts';
import { transactAndWake } from '../wake.ts';
import { inLanes, type LaneResult } from '../webhooks/lanes.ts';
import {
  beginAttempt,
  type DueMail,
  dueMails,
  finishMail,
  isUndelivered,
  type MailEnd,
  nextDueMs,
  takeBack,
} from './due.ts';
import { type LetterParts, letterWriter } from './letters.ts';
import { clearWoken, endMailsHold, putMailsOff, type MailsStanding, mailsStandingOf } from './turn.ts';

/** How long a visit begins mails; those that are under way then are finished. */
const takeUpForMs = 20_000;
/** How long mails rest where a fault of ours keeps them from being sent. */
const mendMs = 3_600_000;

/** What mailing documents needs. */
export type DocumentMailParts = LetterParts &
  Pick<Parts, 'documentMailer' | 'returnPathOf' | 'logger' | 'metrics' | 'now'>;

/**
 * How a company's mails stand after a visit: milliseconds until the next one is due, null where none waits; `reason` is set where the server cannot
 * be used.
 */
export type MailsOutlook = { waitMs: number | null; reason: string | null };

/** Builds the activity that the actor of a company's mails works with. */
export function documentMailActivities(parts: DocumentMailParts) {
  return {
    /**
     * Hands over the mails of a company that are due, for 20 seconds, and writes each result. A mail is begun in its row, handed over, and ended in
     * its row: after a crash in between it is handed over once more, with the same Message-ID.
     */
    async mailDue(companyId: string): Promise<MailsOutlook> {
      const { cancellationSignal: cancelled } = Context.current();
      const em = acrossCompanies(parts.orm);
      const explain = ({ reason }: { reason: string }) =>
        putMailsOff(em, companyId, { failures: 1, reason, now: parts.now() });
      const report = { doing: 'no envio dos e-mails', sooner: 'com o sinal "mended" no Temporal', explain };
      const outlook = await withHeartbeat(() => orWaitForMend(parts, report, () => visit(parts, companyId, cancelled)));
      return 'kind' in outlook ? { waitMs: mendMs, reason: outlook.reason } : outlook;
    },
  };
}
export type DocumentMailActivities = ReturnType<typeof documentMailActivities>;

async function visit(parts: DocumentMailParts, companyId: string, cancelled: AbortSignal): Promise<MailsOutlook> {
  const em = acrossCompanies(parts.orm);
  const { failures, heldUntil, heldReason } = await mailsStandingOf(em, companyId);
  const restMs = (heldUntil?.getTime() ?? 0) - parts.now().getTime();
  // `woken_at` stays set: no signal is needed for mails that wait anyway.
  if (restMs > 0) return { waitMs: restMs, reason: heldReason };
  await clearWoken(em, companyId);
  const untilMs = performance.now() + takeUpForMs;
  const carrying: Carrying = { ...parts, em, letter: letterWriter(parts, companyId), trouble: null };
  if (!parts.documentMailer) carrying.trouble = noMailer;
  await inLanes<DueMail>({
    isOver: () => carrying.trouble !== null || cancelled.aborted || performance.now() >= untilMs,
    take: (limit, except) => dueMails(em, { companyId, now: parts.now(), limit, except }),
    carry: (mail) => carry(carrying, mail),
  });
  return carrying.trouble === null
    ? stands(parts, em, companyId, failures)
    : rests(parts, em, companyId, { failures, reason: carrying.trouble });
}

async function stands(
  parts: DocumentMailParts,
  em: EntityManager,
  companyId: string,
  failures: number,
): Promise<MailsOutlook> {
  if (failures > 0) await endMailsHold(em, companyId);
  return { waitMs: await nextDueMs(em, companyId, parts.now()), reason: null };
}

/** Ends a visit in which the server could not be used: nothing of the company is tried for a while, unless nothing of it waits. */
async function rests(
  { now, logger }: DocumentMailParts,
  em: EntityManager,
  companyId: string,
  { failures, reason }: Pick<MailsStanding, 'failures'> & { reason: string },
): Promise<MailsOutlook> {
  if ((await nextDueMs(em, companyId, now())) === null) return { waitMs: null, reason: null };
  const until = await putMailsOff(em, companyId, { failures: failures + 1, reason, now: now() });
  logger.warn('the mails of a company wait', { companyId, reason, until });
  return { waitMs: Math.max(1, until.getTime() - now().getTime()), reason };
}

/** What one visit works with; `trouble` is why the server cannot be used, whatever the mail, or null. */
type Carrying = DocumentMailParts & {
  em: EntityManager;
  letter: ReturnType<typeof letterWriter>;
  trouble: string | null;
};

const over = (isWell: boolean): LaneResult => ({ isWell, written: Promise.resolve() });

async function carry(carrying: Carrying, mail: DueMail): Promise<LaneResult> {
  const { em, documentMailer, logger, now } = carrying;
  const begun = mail.attempts + 1;
  if (mail.suppressed !== null) {
    if (await beginAttempt(em, mail, now())) await ended(carrying, mail, begun, suppressed(mail.suppressed));
    return over(true);
  }
  const letter = await carrying.letter(mail);
  if (carrying.trouble !== null || !documentMailer || !(await beginAttempt(em, mail, now()))) return over(true);
  if (!letter) {
    await ended(carrying, mail, begun, { status: 'FAILED', nextAttemptAt: null, error: noXml });
    return over(true);
  }
  const { id, document: documentId, kind, email } = mail;
  const returnPath = carrying.returnPathOf?.(id);
  const outcome = await documentMailer.send({ id, to: [email], ...(returnPath && { returnPath }), ...letter });
  const end = endOf(outcome, mail, begun, now());
  logger.info('mail attempted', { mailId: id, documentId, kind, outcome: end?.status ?? 'TROUBLE', attempt: begun });
  if (end) {
    await ended(carrying, mail, begun, end);
    return over(outcome.kind === 'taken');
  }
  carrying.trouble ??= outcome.kind === 'taken' ? null : outcome.reason;
  await takeBack(em, mail, begun, now());
  return over(false);
}

/** Writes how an attempt ended. Webhooks that ask for undelivered mails are told of one in the same commit. */
async function ended(parts: Carrying, mail: DueMail, begun: number, end: MailEnd): Promise<void> {
  if (!isUndelivered(end)) return void (await finishMail(parts.em, mail, begun, end));
  await transactAndWake(parts, async (tx) => {
    if (await finishMail(tx.em, mail, begun, end)) await tellUndelivered(tx, mail.id);
  });
}

const noXml = 'O XML autorizado deste documento não está guardado no Lavra: não há o que enviar.';

function suppressed(reason: string): MailEnd {
  const error = `Este endereço está na lista dos que não recebem e-mail: ${reason}`;
  return { status: 'SUPPRESSED', nextAttemptAt: null, error };
}

/**
 * How an attempt ended; null where the server cannot be used, which says nothing about the mail: a refused sender, for one, is about our settings,
 * and would end thousands of mails that are as they should be.
 */
function endOf(outcome: MailOutcome, { createdAt }: DueMail, attempts: number, now: Date): MailEnd | null {
  if (outcome.kind === 'taken') return { status: 'SENT', nextAttemptAt: null, error: null, sentAt: now };
  const { address, reason: error } = outcome;
  if (!address) return null;
  if (outcome.kind === 'later') {
    const nextAttemptAt = afterPutOff({ attempts, createdAt: new Date(createdAt), now });
    return { status: nextAttemptAt ? 'PENDING' : 'FAILED', nextAttemptAt, error };
  }
  const isDead = address.response.startsWith('RCPT TO') && isDeadAddress(address);
  return { status: isDead ? 'BOUNCED' : 'FAILED', nextAttemptAt: null, error };
}
