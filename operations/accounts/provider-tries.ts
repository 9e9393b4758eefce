import { createHmac } from 'node:crypto';
import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { ProviderAttempt, type ProviderPurpose, providerTryMinutes } from '../../domain/accounts/identity.entity.ts';
import type { ProviderTry } from '../../domain/accounts/identity-provider.ts';
import { besidesReading, inPanel } from '../in-company.ts';

/** Why a browser is sent to the identity provider, for which session, and to which page it comes back. */
export type ProviderErrand = { purpose: ProviderPurpose; holder: string | null; back: string };

/** Stores that a browser is sent to the provider. @returns the secret for its cookie, from which state, nonce and verifier are derived */
export function beginTry(orm: Orm, { purpose, holder, back }: ProviderErrand): Promise<string> {
  const secret = newLinkToken();
  const begun = (now = Date.now()) =>
    inPanel(orm, async (em) => {
      await em.nativeDelete(ProviderAttempt, { endsAt: { $lt: new Date(now) } });
      const endsAt = new Date(now + providerTryMinutes * 60_000);
      em.create(ProviderAttempt, {
        tokenHash: hashLinkToken(secret),
        purpose,
        holder,
        back: back.slice(0, 1000),
        endsAt,
      });
      return secret;
    });
  return besidesReading(() => begun());
}

/** Why a browser that comes back was sent; null where it was not sent, comes a second time, or ten minutes have passed. */
export function takeTry(orm: Orm, secret: string): Promise<ProviderErrand | null> {
  if (!looksLikeLinkToken(secret)) return Promise.resolve(null);
  return besidesReading(() =>
    inPanel(orm, async (em) => {
      const [row] = await em.execute<(ProviderErrand & { isOpen: boolean })[]>(
        `delete from provider_attempt where token_hash = ? returning purpose, holder, back, ends_at > now() as "isOpen"`,
        [hashLinkToken(secret)],
      );
      return row?.isOpen ? { purpose: row.purpose, holder: row.holder, back: row.back } : null;
    }),
  );
}

/** What the provider gets of an attempt, derived from the cookie's secret: useless without the cookie, and it does not reveal it. */
export function tryOf(secret: string): ProviderTry {
  const made = (what: string): string => createHmac('sha256', secret).update(what).digest('base64url');
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}
