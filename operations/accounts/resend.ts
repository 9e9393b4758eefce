import type { Orm } from '../../config/orm.ts';
import { PersonInvitation, PersonMail } from '../../domain/accounts/invitation.entity.ts';
import { Membership, Person } from '../../domain/accounts/person.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { administering } from '../in-company.ts';
import { spendResetAttempt } from './attempts.ts';
import { writeResetMail } from './passwords.ts';
import { type Invited, invitePerson } from './invitations.ts';
import type { PanelMailing } from './person-mail.ts';

/**
 * Sends a mail to one of a company's people once more, with a new link: an invitation, which replaces the earlier one, or a link for a new
 * password.
 *
 * @param network from which it is asked for
 * @throws DomainError `not_found` where the mail is not the company's, or nobody waits for it any more; SignInRefused where it is asked for too
 *   often
 */
export async function resendMail(
  parts: PanelMailing & { orm: Orm },
  acting: ActingCompany,
  mailId: string,
  network: string,
): Promise<Pick<Invited, 'email' | 'mailId' | 'link'>> {
  const found = await administering(parts.orm, acting, async (em) => {
    const open = { mail: mailId, company: acting.id, usedAt: null, endedAt: null };
    const invitation = await em.findOne(PersonInvitation, open);
    if (invitation) return { invitation };
    const mail = await em.findOne(PersonMail, { id: mailId });
    if (mail?.matter.kind !== 'RESET') return null;
    const person = await em.findOne(Person, { email: mail.email, status: 'ACTIVE' });
    const isHere = person && (await em.count(Membership, { person: person.id, company: acting.id, endedAt: null })) > 0;
    return isHere ? { resetOf: person.email } : null;
  });
  if (!found) throw gone();
  if (found.invitation) {
    const { email, role } = found.invitation;
    return invitePerson(parts, { kind: 'COMPANY', company: acting, actor: acting.actor }, { email, role });
  }
  await spendResetAttempt(parts.orm, found.resetOf, network);
  const sent = await writeResetMail(parts, found.resetOf, acting.actor);
  if (sent === null) throw gone();
  return { email: found.resetOf, mailId: sent, link: null };
}

function gone(): DomainError {
  return new DomainError('not_found', 'Ninguém espera mais por este e-mail. Confira a lista, que acabou de ser lida.');
}
