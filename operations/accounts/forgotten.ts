import type { Orm } from '../../config/orm.ts';
import { hashLinkToken } from '../../domain/access/key.ts';
import { resetMinutes } from '../../domain/accounts/invitation.entity.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { PersonToken } from '../../domain/accounts/session.entity.ts';
import { inPanel } from '../in-company.ts';
import { type Post, writeTo } from './person-mail.ts';

/**
 * Writes a mail with a link for another password to who is known by an address; to nobody else. Whoever asks is not to be told which it was.
 *
 * @returns the mail, that is to be sent; null where nobody is known
 */
export function writeResetMail({ orm, ...post }: Post & { orm: Orm }, email: string): Promise<string | null> {
  return inPanel(orm, async (em) => {
    const person = await em.findOne(Person, { email: email.trim().toLowerCase(), status: 'ACTIVE' });
    if (!person || !post.sendsMail) return null;
    const expiresAt = new Date(Date.now() + resetMinutes * 60_000);
    const matter = { kind: 'RESET', name: person.name } as const;
    const { token, mailId } = await writeTo(em, post, { email: person.email, matter, path: '/senha/', expiresAt });
    em.create(PersonToken, { person: person.id, tokenHash: hashLinkToken(token), expiresAt, usedAt: null });
    return mailId;
  });
}
