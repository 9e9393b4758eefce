import type { Actor } from '../domain/audit/actor.ts';
import type { CompanySettings, Issuer } from '../domain/companies/settings.ts';

/**
 * The company for which an operation runs, with all that operations need of it without another query: the issuer without its logo, and the actor.
 * `settings` is null until the company has fiscal settings.
 */
export type ActingCompany = Omit<Issuer, 'settings'> & {
  id: string;
  settings: CompanySettings | null;
  actor: Actor;
};

/** The issuer as its notes name it; null while the company has no fiscal settings. */
export function issuerOf({ taxId, name, tradeName, environment, settings }: ActingCompany): Issuer | null {
  return settings && { taxId, name, tradeName, environment, settings };
}

/** The office for which an operation runs, and the actor. */
export type ActingOffice = { id: string; taxId: string; name: string; actor: Actor };

/** An office for which a person acts; `part` has the ids of the companies that were given to that person, and is null for the whole portfolio. */
export type PersonOfOffice = ActingOffice & { part: readonly string[] | null };
