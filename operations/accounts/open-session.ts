import type { EntityManager } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { idleHours, PanelSession, type ProviderStanding, sessionDays } from '../../domain/accounts/session.entity.ts';

/** Where a person signs in from: the network of the address (`networkOf`), and the name that the browser gives itself. */
export type SignInPlace = { network: string; agent: string };

/** Opens a session for a person whose identity is proved, and deletes that person's ended sessions. @returns its secret, for the cookie */
export async function openPanelSession(
  em: EntityManager,
  { id: person }: Person,
  { network, agent }: SignInPlace,
  provider: ProviderStanding | null = null,
): Promise<string> {
  const secret = newLinkToken();
  const now = new Date();
  const idleSince = new Date(now.getTime() - idleHours * 3_600_000);
  await em.nativeDelete(PanelSession, { person, $or: [{ endsAt: { $lt: now } }, { lastSeenAt: { $lt: idleSince } }] });
  await em.nativeUpdate(Person, { id: person }, { signedInAt: now });
  em.create(PanelSession, {
    person,
    tokenHash: hashLinkToken(secret),
    lastSeenAt: now,
    confirmedAt: now,
    endsAt: new Date(now.getTime() + sessionDays * 86_400_000),
    network,
    agent: agent.slice(0, 200),
    provider,
  });
  await em.flush();
  return secret;
}
