import pLimit from 'p-limit';
import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { resetMinutes } from '../../domain/accounts/invitation.entity.ts';
import { passwordLength } from '../../domain/accounts/password-strength.ts';
import { hashPassword, isPassword } from '../../domain/accounts/password.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { PersonToken } from '../../domain/accounts/session.entity.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { type PanelMailing, writePersonMail } from './person-mail.ts';

/** Each hash takes 19 MiB and some 100 ms of a core: with two at once the process still answers for its pages. */
const atMostTwo = pLimit(2);

/** Hash for unknown accounts, so that an answer takes as long as for known ones. */
const nobodysHash = hashPassword(newLinkToken());

/** Whether a password has this hash. Without a hash it is false, and takes as long. */
export async function isRightPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const against = hash ?? (await nobodysHash);
  const isRight = await atMostTwo(() => isPassword(password.slice(0, passwordLength.most * 2), against));
  return isRight && Boolean(hash);
}

/** The hash that is stored for a password. */
export function passwordHashOf(password: string): Promise<string> {
  return atMostTwo(() => hashPassword(password));
}

/**
 * Writes a mail with a link for a new password, where the address is known. The caller must not show whether it was.
 *
 * @param actor who asks for another person; null where somebody asks for himself, of whom nothing is known yet
 * @returns the id of the mail to be sent; null where the address is unknown, or no mails are sent
 */
export function writeResetMail(
  { orm, ...post }: PanelMailing & { orm: Orm },
  email: string,
  actor: Actor | null,
): Promise<string | null> {
  return inPanel(orm, async (em) => {
    const person = await em.findOne(Person, { email: email.trim().toLowerCase(), status: 'ACTIVE' });
    if (!person || !post.sendsMail) return null;
    const expiresAt = new Date(Date.now() + resetMinutes * 60_000);
    const matter = { kind: 'RESET', name: person.name } as const;
    const { token, mailId } = await writePersonMail(em, post, {
      email: person.email,
      matter,
      path: '/senha/',
      expiresAt,
    });
    if (actor) record(em, { ...actor, office: null }, { action: 'PERSON_RESET', subject: person.id });
    em.create(PersonToken, { person: person.id, tokenHash: hashLinkToken(token), expiresAt, usedAt: null });
    return mailId;
  });
}
