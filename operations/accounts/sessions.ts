import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken } from '../../domain/access/key.ts';
import type {
  CompanyRole,
  OfficeRole,
  OperatorRole,
  RoleInCompany,
  RoleInOffice,
} from '../../domain/accounts/roles.ts';
import { PanelSession } from '../../domain/accounts/session.entity.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { ActingCompany, ActingOffice, PersonOfOffice } from '../acting.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import { admitPortal, isPortalSecret, type Portal } from './portal-sessions.ts';

/** A company that a person has access to. */
export type CompanyPlace = {
  companyId: string;
  taxId: string;
  name: string;
  environment: Environment;
  role: CompanyRole;
};

/** An office that a person has access to. */
export type OfficePlace = { officeId: string; taxId: string; name: string; role: OfficeRole; isSuspended: boolean };

/** What a request of the panel is about: a company or an office, by tax id, or the whole installation. */
export type RequestedPlace = { company?: string | undefined; office?: string | undefined; isInstallation?: boolean };

/** Whoever sends a request of the panel. */
export type SignedIn = {
  sessionId: string;
  personId: string;
  name: string;
  email: string;
  places: CompanyPlace[];
  offices: OfficePlace[];
  /** The person's role in the whole installation; null where the person is no operator. */
  operator: OperatorRole | null;
  /** Whether the request is about the whole installation. */
  isInInstallation: boolean;
  /**
   * The company that was asked for, as operations take it, with the person's role there; null where the person may not open it. `office` is the one
   * by whose link the person opens it, and null for the company's own people.
   */
  company: (ActingCompany & { role: RoleInCompany; office: ActingOffice | null }) | null;
  /**
   * The office that was asked for; null where the person has no access to it, or it is suspended. Operators may look at every office, suspended
   * ones too.
   */
  office: (PersonOfOffice & { role: RoleInOffice }) | null;
  /** Whether the person proved the identity within the last ten minutes. */
  isConfirmed: boolean;
  /**
   * Whether signing in takes more than a password: the person has an authenticator app or a passkey, or came by a provider whose second factor
   * counts.
   */
  hasSecondFactor: boolean;
  /** Whether the session was opened through the identity provider. */
  isByProvider?: boolean;
  /** How the pages look and lead back for a user who came by a portal link. Such a user is no person of the panel. */
  portal?: Portal;
};

type Row = {
  session_id: string;
  person_id: string;
  name: string;
  email: string;
  places: CompanyPlace[];
  offices: OfficePlace[];
  operator: OperatorRole | null;
  company: (Omit<ActingCompany, 'actor'> & { role: RoleInCompany; office: Omit<ActingOffice, 'actor'> | null }) | null;
  office: Omit<NonNullable<SignedIn['office']>, 'actor'> | null;
  is_confirmed: boolean;
  has_second_factor: boolean;
  by_provider: boolean;
};

/**
 * Whose session a secret opens, read by a database function in one round trip; null where the secret is unknown or the session has ended.
 *
 * @param isUse false for requests that a page sends by itself: they must not keep an unused session alive
 */
export async function admitSession(
  orm: Orm,
  secret: string,
  asked: RequestedPlace,
  { isUse = true } = {},
): Promise<SignedIn | null> {
  if (isPortalSecret(secret)) return admitPortal(orm, secret, asked.company, { isUse });
  if (!looksLikeLinkToken(secret)) return null;
  const em = orm.em.fork();
  if (!isUse) await em.begin();
  let row: Row | undefined;
  try {
    [row] = await em.execute<Row[]>(admission, [hashLinkToken(secret), asked.company ?? null, asked.office ?? null]);
  } finally {
    // The function writes only when the session was last used; that is undone here.
    if (!isUse) await em.rollback();
  }
  if (!row) return null;
  const { session_id: sessionId, person_id: personId, name, email, places, offices, operator } = row;
  const actor = (office: string | undefined) =>
    ({ kind: 'PERSON', id: personId, name, office: office ?? null }) as const;
  const company = row.company && visited(row.company, actor(row.company.office?.id));
  // An operator who gives support does not act for the office.
  const office = row.office && {
    ...row.office,
    actor: actor(row.office.role === 'SUPPORT_LOOKING' ? undefined : row.office.id),
  };
  const isInInstallation = asked.isInstallation === true;
  const person = { sessionId, personId, name, email, places, offices, operator, isInInstallation };
  const { is_confirmed: isConfirmed, has_second_factor: hasSecondFactor, by_provider: isByProvider } = row;
  return { ...person, company, office, isConfirmed, hasSecondFactor, isByProvider };
}

const admission = `
  select s.*, x.provider is not null as by_provider, coalesce(x.provider = 'VOUCHED', false)
    or exists (select from panel_person p where p.id = s.person_id and p.totp_sealed is not null)
    or exists (select from passkey k where k.person_id = s.person_id) as has_second_factor
  from admit_session(?, ?, ?) s join panel_session x on x.id = s.session_id`;

/** A person who opens a company by an office's link acts for that office. */
function visited(company: NonNullable<Row['company']>, actor: Actor): NonNullable<SignedIn['company']> {
  return { ...company, actor, office: company.office && { ...company.office, actor } };
}

/** The sessions of a person, the most recently used first. */
export function sessionsOf(orm: Orm, personId: string): Promise<PanelSession[]> {
  return inPanel(orm, (em) => em.find(PanelSession, { person: personId }, { orderBy: { lastSeenAt: 'desc' } }));
}

/** Ends one session of a person; does nothing where there is none, or it is not this person's. */
export async function endSession(orm: Orm, personId: string, sessionId: string): Promise<void> {
  await inPanel(orm, (em) => em.nativeDelete(PanelSession, { id: sessionId, person: personId }));
}

/** Ends another session of the person who looks at them, and writes that down; does nothing where there is none, or it is not this person's. */
export async function endSessionElsewhere(orm: Orm, who: SignedIn, sessionId: string): Promise<void> {
  const { personId: person } = who;
  await inPanel(orm, async (em) => {
    const count = await em.nativeDelete(PanelSession, { id: sessionId, person });
    const details = { count, isOwn: true };
    if (count > 0) record(em, actorOfPerson(who), { action: 'PERSON_SESSIONS_ENDED', subject: person, details });
  });
}

/** The actor of an entry about a person's own account. */
export function actorOfPerson({ personId: id, name }: Pick<SignedIn, 'personId' | 'name'>): Actor {
  return { kind: 'PERSON', id, name, office: null };
}
