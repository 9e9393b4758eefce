import { createHmac } from 'node:crypto';
import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { ProviderAttempt, type ProviderPurpose, providerTryMinutes } from '../../domain/accounts/identity.entity.ts';
import type { ProviderTry } from '../../domain/accounts/identity-provider.ts';
import { besidesReading, inPanel } from '../in-company.ts';

/** Why somebody is sent to the provider, for which session, and where she was going. */
export type ProviderErrand = { purpose: ProviderPurpose; holder: string | null; back: string };

/** Notes that a browser is sent to the provider. @returns the secret for its cookie, of which all that goes to the provider is made */
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

/** What a browser that comes back was sent for; null where nobody sent it, it comes a second time, or the ten minutes are over. */
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

/** What goes to the provider of a try: worth nothing without the cookie, of which it is made, and telling nothing of it. */
export function tryOf(secret: string): ProviderTry {
  const made = (what: string): string => createHmac('sha256', secret).update(what).digest('base64url');
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}
