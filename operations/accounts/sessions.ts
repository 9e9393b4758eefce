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
import { inPanel } from '../in-company.ts';
import { admitPortal, isPortalSecret, type Portal } from './portal-sessions.ts';

/** A company that a person signs in to. */
export type CompanyPlace = {
  companyId: string;
  taxId: string;
  name: string;
  environment: Environment;
  role: CompanyRole;
};

/** An office that a person signs in to. */
export type OfficePlace = { officeId: string; taxId: string; name: string; role: OfficeRole; isSuspended: boolean };

/** What a request of the panel is about: a company or an office, by tax id, or the whole installation. */
export type RequestedPlace = { company?: string | undefined; office?: string | undefined; isInstallation?: boolean };

/** Who sends a request of the panel. */
export type SignedIn = {
  sessionId: string;
  personId: string;
  name: string;
  email: string;
  places: CompanyPlace[];
  offices: OfficePlace[];
  /** Her role in the whole installation; null where she is no operator. */
  operator: OperatorRole | null;
  /** Whether the request is about the whole installation. */
  isInInstallation: boolean;
  /**
   * The company that was asked for, as operations take it, and what the person may do there; null where she may not open it. `office` is the
   * one by whose link she does, where she is none of the company's people.
   */
  company: (ActingCompany & { role: RoleInCompany; office: ActingOffice | null }) | null;
  /** The office that was asked for; null where it is none of hers, or suspended. Who operates looks at any, suspended ones too. */
  office: (PersonOfOffice & { role: RoleInOffice }) | null;
  /** Whether the person proved who she is within the last ten minutes. */
  isConfirmed: boolean;
  /** Whether she is asked for more than her password, or a passkey, as she signs in. */
  hasSecondFactor: boolean;
  /** Whether she came in by her organization's sign-in. */
  isByProvider?: boolean;
  /** Of who came by a portal link: how her pages look and lead back. She is no person here. */
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
 * Whose session a secret opens, by a function of the database, in one round trip; null where it is unknown or has ended.
 *
 * @param isUse false where no person did something: what a page asks by itself must not keep its session from ending unused
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
    // The function writes down when the session was used last; nothing else is written.
    if (!isUse) await em.rollback();
  }
  if (!row) return null;
  const { session_id: sessionId, person_id: personId, name, email, places, offices, operator } = row;
  const actor = (office: string | undefined) =>
    ({ kind: 'PERSON', id: personId, name, office: office ?? null }) as const;
  const company = row.company && visited(row.company, actor(row.company.office?.id));
  // Who helps acts for no office.
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

/** Who comes by an office's link acts for the office in whatever she does. */
function visited(company: NonNullable<Row['company']>, actor: Actor): NonNullable<SignedIn['company']> {
  return { ...company, actor, office: company.office && { ...company.office, actor } };
}

/** The browsers in which a person is signed in, the one that was used last first. */
export function sessionsOf(orm: Orm, personId: string): Promise<PanelSession[]> {
  return inPanel(orm, (em) => em.find(PanelSession, { person: personId }, { orderBy: { lastSeenAt: 'desc' } }));
}

/** Ends one session of a person; one that is not there, or not hers, has ended already. */
export async function endSession(orm: Orm, personId: string, sessionId: string): Promise<void> {
  await inPanel(orm, (em) => em.nativeDelete(PanelSession, { id: sessionId, person: personId }));
}
