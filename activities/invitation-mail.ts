import type { Orm } from '../config/orm.ts';
import { Company } from '../domain/companies/company.entity.ts';
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
import { type MailProgress, noMailer, settled, waitToSend, writeOutcome } from './sent-mail.ts';

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
  const row = {
    title: 'the mail of an invitation',
    explain: (reason: string) => explainUnsent(parts.orm, id, { kind: 'MAIL', reason }),
    close: (end: EndedMail) => close(parts.orm, id, end),
  };
  if (!mailer) return waitToSend(parts, row, noMailer);
  if (!publicUrl) return waitToSend(parts, row, noPublicUrl);
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
  return writeOutcome(parts, row, outcome);
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

const noPublicUrl = 'O endereço público da API não está configurado no worker (LAVRA_PUBLIC_URL).';

type EndedMail = Pick<LinkInvitation, 'mailStatus' | 'mailError'> & Partial<Pick<LinkInvitation, 'sentAt'>>;

/** Ends the mail, and deletes its token, which is needed only to send it. */
async function close(orm: Orm, id: string, end: EndedMail): Promise<void> {
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
