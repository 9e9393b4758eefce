import type { Actor } from '../domain/audit/actor.ts';
import type { CompanySettings, Issuer } from '../domain/companies/settings.ts';

/**
 * The company for which an operation runs, with all that operations need of it without another query: the issuer, without its logo, and who
 * acts for it.
 * `settings` is null until they are filled in.
 */
export type ActingCompany = Omit<Issuer, 'settings'> & {
  id: string;
  settings: CompanySettings | null;
  actor: Actor;
};

/** The company as its notes name it; null while it has no fiscal settings. */
export function issuerOf({ taxId, name, tradeName, environment, settings }: ActingCompany): Issuer | null {
  return settings && { taxId, name, tradeName, environment, settings };
}

/** The office for which an operation runs, and who acts for it. */
export type ActingOffice = { id: string; taxId: string; name: string; actor: Actor };

/** The same where a person acts, with the ids of the companies that are hers; null where the whole portfolio is. */
export type PersonOfOffice = ActingOffice & { part: readonly string[] | null };
