import type { MailOutcome } from '../adapters/mail/mail.ts';
import type { Orm } from '../config/orm.ts';
import { Company } from '../domain/companies/company.entity.ts';
import type { InvitationEnd, Mend, Progress } from '../domain/conversation/progress.ts';
import { waitOf } from '../domain/conversation/wait-of.ts';
import type { Wait } from '../domain/conversation/waiting.ts';
import { invitationsPath, LinkInvitation } from '../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../domain/offices/office-link.entity.ts';
import { Office } from '../domain/offices/office.entity.ts';
import { invitationMail } from '../domain/pages/invitation/mail.ts';
import { sealOwner, unseal } from '../domain/seal.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { stateNow } from '../operations/offices/invitations.ts';
import { lastInvitation } from '../operations/offices/link-in-full.ts';
import { waitingSince } from '../operations/waits/waiting-since.ts';
import { addLogFields } from '../telemetry/log-fields.ts';
import { withHeartbeat, orWaitForMend } from './wait-for-mend.ts';
import type { Parts } from './parts.ts';

/** Builds the activity that the run of an invitation's mail works with. */
export function mailActivities(parts: MailParts) {
  return {
    /**
     * Mails an invitation, unless that was done. The row is marked right after the server has taken the mail: after a crash in between the mail is
     * sent again, with the same Message-ID.
     */
    sendInvitation(id: string): Promise<MailProgress> {
      addLogFields({ invitationId: id });
      const explain = (wait: Omit<Wait, 'since'>) => explainUnsent(parts.orm, id, wait);
      return withHeartbeat(() =>
        orWaitForMend(
          parts,
          { doing: 'no envio do convite', sooner: 'com o sinal "mended" no Temporal', explain },
          () => sendInvitation(parts, id),
        ),
      );
    },
  };
}
export type MailActivities = ReturnType<typeof mailActivities>;

/** What sending invitations needs. */
export type MailParts = Pick<Parts, 'orm' | 'masterKey' | 'mailer' | 'publicUrl' | 'logger' | 'now'>;

/** What one try came to: the end, or what the next one waits for. */
type MailProgress = Extract<Progress<InvitationEnd>, { kind: 'settled' | 'wait' }> | Mend;

/** Hands the mail of an invitation to the mail server, and writes what came of it. */
async function sendInvitation(parts: MailParts, id: string): Promise<MailProgress> {
  const em = acrossCompanies(parts.orm);
  const invitation = await em.findOne(LinkInvitation, { id }, { populate: ['sealedToken'] });
  if (invitation?.mailStatus !== 'PENDING') return settled(invitation?.mailStatus === 'SENT' ? 'SENT' : 'OVER');
  const link = await em.findOneOrFail(OfficeLink, { id: invitation.link });
  const isLast = (await lastInvitation(em, link.id))?.id === id;
  const state = stateNow(invitation, { isLast, isPending: link.status === 'PENDING', now: parts.now() });
  if (state !== 'OPEN' || !invitation.sealedToken) {
    const reason = invitation.mailError ?? 'O convite deixou de valer antes de o e-mail sair.';
    await close(parts.orm, id, { mailStatus: 'FAILED', mailError: reason });
    return settled('OVER');
  }

  const { mailer, publicUrl } = parts;
  if (!mailer) return waits(parts, id, noMailer);
  if (!publicUrl) return waits(parts, id, noPublicUrl);
  const token = unseal(parts.masterKey, sealOwner.invitation(invitation.office, id), invitation.sealedToken);
  const office = await em.findOneOrFail(Office, { id: invitation.office });
  const company = await em.findOneOrFail(Company, { id: invitation.company }, { fields: ['taxId', 'name'] });
  const mail = invitationMail({
    office: { name: office.name, taxId: office.taxId, email: office.email ?? null },
    company,
    url: `${publicUrl.replace(/\/+$/, '')}${invitationsPath}/${token}`,
    expiresAt: invitation.expiresAt,
  });
  const outcome = await mailer.send({ id, to: invitation.recipients, replyTo: office.email ?? null, ...mail });
  return written(parts, id, outcome);
}

/** Writes why the mail was not sent, where the people who wait for it read it. */
export async function explainUnsent(
  orm: Orm,
  id: string,
  { kind, reason }: Pick<Wait, 'kind' | 'reason'>,
): Promise<void> {
  await acrossCompanies(orm).execute(unsent, [reason, kind, kind, id]);
}

const unsent = `
  update link_invitation
  set mail_error = ?, waiting_kind = ?, ${waitingSince}
  where id = ? and mail_status = 'PENDING'`;

const noMailer = 'Nenhum servidor de e-mail está configurado no worker (LAVRA_SMTP_URL).';
const noPublicUrl = 'O endereço público da API não está configurado no worker (LAVRA_PUBLIC_URL).';

async function written({ orm, logger, now }: MailParts, id: string, outcome: MailOutcome): Promise<MailProgress> {
  switch (outcome.kind) {
    case 'taken': {
      const { refused } = outcome;
      const mailError = refused.length > 0 ? `O servidor de e-mail recusou: ${refused.join(', ')}.` : null;
      await close(orm, id, { mailStatus: 'SENT', mailError, sentAt: now() });
      logger.info('mail sent', { refused: refused.length });
      return settled('SENT');
    }
    case 'refused':
      logger.warn('the mail of an invitation was refused', { reason: outcome.reason });
      await close(orm, id, { mailStatus: 'FAILED', mailError: outcome.reason });
      return settled('FAILED');
    case 'later':
      return waits({ orm, logger }, id, outcome.reason);
  }
}

async function waits(
  { orm, logger }: Pick<Parts, 'orm' | 'logger'>,
  id: string,
  reason: string,
): Promise<MailProgress> {
  const wait = { kind: 'wait', pause: 'mail', reason } as const;
  await explainUnsent(orm, id, waitOf(wait));
  logger.info('waiting', { kind: 'MAIL', reason });
  return wait;
}

/** Ends the mail, and deletes its token, which is needed only to send it. */
async function close(
  orm: Orm,
  id: string,
  end: Pick<LinkInvitation, 'mailStatus' | 'mailError'> & Partial<Pick<LinkInvitation, 'sentAt'>>,
): Promise<void> {
  await acrossCompanies(orm).nativeUpdate(
    LinkInvitation,
    { id },
    {
      ...end,
      sealedToken: null,
      waitingKind: null,
      waitingSince: null,
    },
  );
}

const settled = (end: Extract<MailProgress, { kind: 'settled' }>['end']): MailProgress => ({ kind: 'settled', end });
