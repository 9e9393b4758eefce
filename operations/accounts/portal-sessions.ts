import type { Orm } from '../../config/orm.ts';
import type { PortalTheme } from '../../domain/access/portal-link.entity.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import type { Actor, ActorKind } from '../../domain/audit/actor.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';
import type { CompanyPlace, SignedIn } from './sessions.ts';

/** How the pages look for a user who came by a portal link, and where they lead back. */
export type Portal = { returnTo: string | null; theme: PortalTheme; frameOrigin: string | null };

/** A portal link, as the page shows it before its button is pressed. */
export type UnusedPortalLink = Portal & { companyName: string; personName: string; isOpen: boolean };

/** The kind of key that made a link. */
type KeyKind = Extract<ActorKind, 'COMPANY_KEY' | 'OPERATOR_KEY'>;

/** Prefix of the secrets of portal sessions, by which they differ from those of people. */
const mark = 'p.';

/** Whether a secret has the form of a portal session's. */
export function isPortalSecret(secret: string): boolean {
  return secret.startsWith(mark);
}

/** What a link would open; null where it is unknown, or its key may not open it any more. Looking changes nothing. */
export async function findPortalLink(orm: Orm, token: string): Promise<UnusedPortalLink | null> {
  if (!looksLikeLinkToken(token)) return null;
  const [row] = await inPanel(orm, (em) => em.execute<UnusedPortalLink[]>(found, [hashLinkToken(token)]));
  return row ?? null;
}

const found = `
  select company_name as "companyName", person_name as "personName", frame_origin as "frameOrigin", return_to as "returnTo", theme,
    is_open as "isOpen" from find_portal_link(?)`;

type Entered = {
  link_id: string;
  company_id: string;
  tax_id: string;
  person_name: string;
  key_kind: KeyKind;
  key_id: string;
  key_name: string;
  role: string;
};

/**
 * Opens the session of a link, once, and writes an entry about it. @returns the secret for the cookie, and the company; null where the link has
 * ended
 */
export function enterPortal(orm: Orm, token: string): Promise<{ secret: string; taxId: string } | null> {
  const secret = newLinkToken();
  return inPanel(orm, async (em) => {
    if (!looksLikeLinkToken(token)) return null;
    const values = [hashLinkToken(token), hashLinkToken(secret)];
    const [row] = await em.execute<Entered[]>('select * from enter_portal(?, ?)', values);
    if (!row) return null;
    // The entry belongs to the company.
    await em.execute(`select set_config('lavra.company_id', ?, true)`, [row.company_id]);
    const { link_id: subject, company_id: company, role, tax_id: taxId } = row;
    record(em, visitor(row), { action: 'PORTAL_OPENED', company, subject, details: { role } });
    return { secret: `${mark}${secret}`, taxId };
  });
}

type Row = {
  link_id: string;
  person_name: string;
  key_kind: KeyKind;
  key_id: string;
  key_name: string;
  return_to: string | null;
  theme: PortalTheme;
  frame_origin: string | null;
  place: CompanyPlace;
  company: Omit<NonNullable<SignedIn['company']>, 'actor'> | null;
};

/** As `admitSession`, for the secret of a portal session. */
export async function admitPortal(
  orm: Orm,
  secret: string,
  company: string | undefined,
  { isUse = true } = {},
): Promise<SignedIn | null> {
  const own = secret.slice(mark.length);
  if (!looksLikeLinkToken(own)) return null;
  const em = orm.em.fork();
  if (!isUse) await em.begin();
  let row: Row | undefined;
  try {
    [row] = await em.execute<Row[]>('select * from admit_portal(?, ?)', [hashLinkToken(own), company ?? null]);
  } finally {
    if (!isUse) await em.rollback();
  }
  if (!row) return null;
  const { link_id: id, person_name: name, place } = row;
  return {
    ...{ sessionId: id, personId: id, name, email: '', places: [place], offices: [], operator: null },
    ...{ isInInstallation: false, office: null, isConfirmed: false, hasSecondFactor: false },
    company: row.company && { ...row.company, actor: visitor(row) },
    portal: { returnTo: row.return_to, theme: row.theme, frameOrigin: row.frame_origin },
  };
}

/** Ends a portal session; does nothing where it has ended. */
export async function endPortal(orm: Orm, secret: string): Promise<void> {
  await inPanel(orm, (em) => em.execute('select end_portal(?)', [hashLinkToken(secret.slice(mark.length))]));
}

type Vouched = Pick<Row, 'key_kind' | 'key_id' | 'key_name' | 'person_name'>;

/** The actor of a portal session: the key, which vouches for a user of its system. The entry names both. */
function visitor({ key_kind: kind, key_id: id, key_name, person_name }: Vouched): Actor {
  return { kind, id, name: `${key_name}, por ${person_name}`, office: null };
}
