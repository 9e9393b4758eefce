import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken } from '../../domain/access/key.ts';
import type { CompanyRole } from '../../domain/accounts/roles.ts';
import { PanelSession } from '../../domain/accounts/session.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { ActingCompany } from '../acting.ts';
import { inPanel } from '../in-company.ts';

/** A company that a person signs in to. */
export type Place = { companyId: string; taxId: string; name: string; environment: Environment; role: CompanyRole };

/** Who sends a request of the panel. */
export type SignedIn = {
  sessionId: string;
  personId: string;
  name: string;
  email: string;
  places: Place[];
  /** The company that was asked for, as operations take it, and what the person may do there; null where it is none of hers. */
  company: (ActingCompany & { role: CompanyRole }) | null;
  /** Whether the person proved who she is within the last ten minutes. */
  isConfirmed: boolean;
};

type Row = {
  session_id: string;
  person_id: string;
  name: string;
  email: string;
  places: Place[];
  company: (Omit<ActingCompany, 'actor'> & { role: CompanyRole }) | null;
  is_confirmed: boolean;
};

/**
 * Whose session a secret opens, by a function of the database, in one round trip; null where it is unknown or has ended.
 *
 * @param taxId CNPJ of a company that the request is about
 * @param isUse false where no person did something: what a page asks by itself must not keep its session from ending unused
 */
export async function admitSession(
  orm: Orm,
  secret: string,
  taxId: string | null,
  { isUse = true } = {},
): Promise<SignedIn | null> {
  if (!looksLikeLinkToken(secret)) return null;
  const em = orm.em.fork();
  if (!isUse) await em.begin();
  const [row] = await em
    .execute<Row[]>('select * from admit_session(?, ?)', [hashLinkToken(secret), taxId])
    // The function writes down when the session was used last; nothing else is written.
    .finally(() => (isUse ? undefined : em.rollback()));
  if (!row) return null;
  const { session_id: sessionId, person_id: personId, name, email, places, is_confirmed: isConfirmed } = row;
  const actor = { kind: 'PERSON', id: personId, name, office: null } as const;
  const company = row.company && { ...row.company, actor };
  return { sessionId, personId, name, email, places, company, isConfirmed };
}

/** The browsers in which a person is signed in, the one that was used last first. */
export function sessionsOf(orm: Orm, personId: string): Promise<PanelSession[]> {
  return inPanel(orm, (em) => em.find(PanelSession, { person: personId }, { orderBy: { lastSeenAt: 'desc' } }));
}

/** Ends one session of a person; one that is not there, or not hers, has ended already. */
export async function endSession(orm: Orm, personId: string, sessionId: string): Promise<void> {
  await inPanel(orm, (em) => em.nativeDelete(PanelSession, { id: sessionId, person: personId }));
}
