import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { newLinkToken } from '../../domain/access/key.ts';
import { type LinkMailTopic, PersonMail } from '../../domain/accounts/invitation.entity.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';

/** What writing mails to people needs; `sendsMail` is whether a mail server is set. */
export type PanelMailing = { masterKey: MasterKey; url: string; sendsMail: boolean };

export type LetterToPerson = {
  email: string;
  matter: LinkMailTopic;
  /** Path of the link; the token follows. */
  path: string;
  expiresAt: Date;
};

/**
 * A link that works once: its secret, its whole address, and the mail that brings it (null where no mails are sent). The caller stores only the
 * token's hash.
 */
export type SentLink = { token: string; url: string; mailId: string | null };

/** Makes a link for a person and, where mails are sent, the mail that brings it. The caller has it sent after the commit (`startPersonMail`). */
export async function writePersonMail(
  em: EntityManager,
  { masterKey, url, sendsMail }: PanelMailing,
  { email, matter, path, expiresAt }: LetterToPerson,
): Promise<SentLink> {
  const token = newLinkToken();
  const address = `${url.replace(/\/+$/, '')}${path}`;
  if (!sendsMail) return { token, url: `${address}${token}`, mailId: null };
  const id = uuid();
  const sealedToken = seal(masterKey, sealOwner.personMail(id), token);
  em.create(PersonMail, { id, email, matter, address, sealedToken, expiresAt, mailStatus: 'PENDING' });
  await em.flush();
  return { token, url: `${address}${token}`, mailId: id };
}

/** Withdraws mails that were not sent yet. */
export async function withdrawMails(em: EntityManager, mailIds: string[]): Promise<void> {
  if (mailIds.length === 0) return;
  const unsent = { id: { $in: mailIds }, mailStatus: 'PENDING' as const };
  await em.nativeUpdate(PersonMail, unsent, { mailStatus: 'OVER', sealedToken: null });
}
