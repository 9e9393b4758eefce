import type { Mail } from '../adapters/mail/mail.ts';
import type { EntityManager, Orm } from '../config/orm.ts';
import { PersonMail } from '../domain/accounts/invitation.entity.ts';
import { stopTokenOf } from '../domain/accounts/stop-token.ts';
import { personMailText } from '../domain/pages/person-mail/mail.ts';
import { newsMail } from '../domain/pages/person-mail/news.ts';
import { sealOwner, unseal } from '../domain/seal.ts';
import { standingNews, stopPath } from '../operations/accounts/news/tell-news.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { addLogFields } from '../telemetry/log-fields.ts';
import { withHeartbeat, orWaitForMend } from './wait-for-mend.ts';
import type { Parts } from './parts.ts';
import { type MailProgress, noMailer, settled, waitToSend, writeOutcome } from './sent-mail.ts';

/** Builds the activity that the run of a mail to a person works with. */
export function personMailActivities(parts: PersonMailParts) {
  return {
    /**
     * Sends a mail, unless that was done. The row is marked right after the server has taken it: after a crash in between the mail is sent again,
     * with the same Message-ID.
     */
    sendPersonMail(id: string): Promise<MailProgress> {
      addLogFields({ mailId: id });
      const explain = ({ reason }: { reason: string }) => explainUnsentMail(parts.orm, id, reason);
      const report = { doing: 'no envio do e-mail', sooner: 'com o sinal "mended" no Temporal', explain };
      return withHeartbeat(() => orWaitForMend(parts, report, () => sendPersonMail(parts, id)));
    },
  };
}
export type PersonMailActivities = ReturnType<typeof personMailActivities>;

/** What sending mails to people needs. */
export type PersonMailParts = Pick<Parts, 'orm' | 'masterKey' | 'mailer' | 'logger' | 'now'>;

async function sendPersonMail(parts: PersonMailParts, id: string): Promise<MailProgress> {
  const em = acrossCompanies(parts.orm);
  const mail = await em.findOne(PersonMail, { id });
  if (mail?.mailStatus !== 'PENDING') return settled(mail?.mailStatus === 'SENT' ? 'SENT' : 'OVER');
  const letter = mail.expiresAt > parts.now() ? await letterOf(em, parts, mail) : null;
  if (!letter) {
    const mailError = mail.mailError ?? 'O e-mail deixou de valer antes de sair.';
    await close(parts.orm, id, { mailStatus: 'OVER', mailError });
    return settled('OVER');
  }
  const row = {
    title: 'the mail to a person',
    explain: (reason: string) => explainUnsentMail(parts.orm, id, reason),
    close: (end: End) => close(parts.orm, id, end),
  };
  if (!parts.mailer) return waitToSend(parts, row, noMailer);
  const outcome = await parts.mailer.send({ id, to: [mail.email], replyTo: null, ...letter });
  return writeOutcome(parts, row, outcome);
}

type Letter = Pick<Mail, 'subject' | 'text' | 'html' | 'stopUrl'>;

/** The text of a mail; null where its link has ended, or none of its news is left. */
async function letterOf(em: EntityManager, parts: PersonMailParts, mail: PersonMail): Promise<Letter | null> {
  const { id, matter, address, sealedToken, expiresAt } = mail;
  if (matter.kind !== 'NEWS') {
    if (!sealedToken) return null;
    const url = `${address}${unseal(parts.masterKey, sealOwner.personMail(id), sealedToken)}`;
    return personMailText({ matter, url, expiresAt });
  }
  const { personId, name } = matter;
  const now = parts.now();
  const news = await standingNews(em, id, personId, now);
  if (news.length === 0) return null;
  const stopUrl = `${address}${stopTokenOf(parts.masterKey, personId)}`;
  return { ...newsMail({ name, news, now, address: address.replace(stopPath, ''), stopUrl }), stopUrl };
}

/** Writes why the mail was not sent, where the people who wait for it read it. */
export async function explainUnsentMail(orm: Orm, id: string, mailError: string): Promise<void> {
  await acrossCompanies(orm).nativeUpdate(PersonMail, { id, mailStatus: 'PENDING' }, { mailError });
}

type End = Pick<PersonMail, 'mailStatus' | 'mailError'> & Partial<Pick<PersonMail, 'sentAt'>>;

/** Ends a mail that is still pending, and deletes its token, which is needed only to send it. A mail that was withdrawn meanwhile stays so. */
async function close(orm: Orm, id: string, end: End): Promise<void> {
  await acrossCompanies(orm).nativeUpdate(PersonMail, { id, mailStatus: 'PENDING' }, { ...end, sealedToken: null });
}
