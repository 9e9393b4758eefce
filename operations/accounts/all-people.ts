import type { EntityManager } from '../../config/orm.ts';
import type { PersonRole } from '../../domain/accounts/roles.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A role of a person, and where it holds: `taxId` and `name` are null for the installation. */
export type PersonsPlace = {
  role: PersonRole;
  kind: 'COMPANY' | 'OFFICE' | 'INSTALLATION';
  taxId: string | null;
  name: string | null;
};

/** A person of the panel, as the operator sees it. */
export type AnyPerson = {
  id: string;
  name: string;
  email: string;
  standing: PersonStanding;
  /** Whether the person has chosen a password; without one the person has never signed in by password. */
  hasPassword: boolean;
  hasTotp: boolean;
  passkeys: number;
  /** How many browsers the person is signed in with. */
  sessions: number;
  signedInAt: Date | null;
  lastSeenAt: Date | null;
  createdAt: Date;
  places: PersonsPlace[];
};

/** Which people are looked for; a missing field does not restrict. */
export type PeopleQuery = {
  /** Part of the person's name or address, or of the name or tax id of a company or office that the person has access to. */
  search?: string;
  role?: PersonRole | undefined;
  standing?: PersonStanding | undefined;
  hasSecondFactor?: boolean | undefined;
};

/** Whether a person can sign in: `IN` can, `LOCKED` was locked out, `NEW` has neither a password nor an identity at the provider yet. */
export const personStandings = ['IN', 'LOCKED', 'NEW'] as const;
export type PersonStanding = (typeof personStandings)[number];

/**
 * One page of the people who sign in to the panel, by name, and the exact number of matches, as far as `em` sees them.
 *
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function findPeople(
  em: EntityManager,
  { search = '', role, standing, hasSecondFactor }: PeopleQuery,
  page: Page,
): Promise<{ people: AnyPerson[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const pattern = searchPattern(plainDocument(search));
  const rows = await em.execute<(Row & { total: number })[]>(
    `select * from (
       select found.*, count(*) over ()::int as total from (${person}) found
       where (?::text is null or plain_text(' ' || name || ' ' || email) like plain_text(?) or exists (
           select from membership m ${owners} where m.person_id = found.id and m.ended_at is null and plain_text(${ownerText}) like plain_text(?)))
         and (?::text is null or exists (select from membership m where m.person_id = found.id and m.ended_at is null and m.role = ?))
         and (?::text is null or standing = ?)
         and (?::boolean is null or ("hasTotp" or passkeys > 0) = ?)
       order by plain_text(name), id limit ? offset ?
     ) page`,
    [
      ...[pattern, pattern, pattern, role ?? null, role ?? null, standing ?? null, standing ?? null],
      ...[hasSecondFactor ?? null, hasSecondFactor ?? null, limit, offset],
    ],
  );
  return { people: rows.map(personOf), total: rows[0]?.total ?? 0 };
}

/** A person of the panel by id; null where there is none. */
export async function findPerson(em: EntityManager, id: string): Promise<AnyPerson | null> {
  const [row] = await em.execute<Row[]>(`${person} where p.id = ?`, [id]);
  return row ? personOf(row) : null;
}

type Row = Omit<AnyPerson, 'signedInAt' | 'lastSeenAt' | 'createdAt'> & {
  signedInAt: string | null;
  lastSeenAt: string | null;
  createdAt: string;
};

const owners = 'left join company c on c.id = m.company_id left join office o on o.id = m.office_id';
const ownerText = `' ' || coalesce(c.name, o.name, '') || ' ' || coalesce(c.trade_name, '') || ' ' || coalesce(c.tax_id, o.tax_id, '')`;

/** A function tells whether the person has a password, an identity at the provider or a second factor: these themselves may not be read. */
const person = `
  select p.id, p.name, p.email, s.has_password as "hasPassword", s.has_totp as "hasTotp", s.passkeys, s.sessions,
    case when p.status = 'DISABLED' then 'LOCKED' when s.has_password or s.has_identity then 'IN' else 'NEW' end as standing,
    p.signed_in_at as "signedInAt", s.last_seen_at as "lastSeenAt", p.created_at as "createdAt",
    coalesce((
      select json_agg(json_build_object(
        'role', m.role, 'kind', case when c.id is not null then 'COMPANY' when o.id is not null then 'OFFICE' else 'INSTALLATION' end,
        'taxId', coalesce(c.tax_id, o.tax_id), 'name', coalesce(nullif(c.trade_name, ''), c.name, o.name)
      ) order by coalesce(c.name, o.name) nulls first)
      from membership m ${owners} where m.person_id = p.id and m.ended_at is null
    ), '[]') as places
  from panel_person p join person_standings() s on s.person_id = p.id`;

function personOf({ signedInAt, lastSeenAt, createdAt, ...row }: Row): AnyPerson {
  const { id, name, email, standing, hasPassword, hasTotp, passkeys, sessions, places } = row;
  const at = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    ...{ id, name, email, standing, hasPassword, hasTotp, passkeys, sessions, places },
    ...{ signedInAt: at(signedInAt), lastSeenAt: at(lastSeenAt), createdAt: new Date(createdAt) },
  };
}
