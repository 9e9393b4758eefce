import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { ActorKind } from '../../domain/audit/actor.ts';
import { type AuditDetails, AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { Office } from '../../domain/offices/office.entity.ts';

/** Which entries are looked for; a missing field does not restrict. */
export type AuditQuery = {
  company?: string | undefined;
  office?: string | undefined;
  actorKind?: ActorKind | undefined;
  /** Id of the key or the person that acted. */
  actorId?: string | undefined;
  actorName?: string | undefined;
  actions?: readonly AuditAction[] | undefined;
  /** Id of what the entry is about: a document, a client, a key. */
  subject?: string | undefined;
  since?: Date | undefined;
  /** End of the period, exclusive. */
  until?: Date | undefined;
};

type Party = { id: string; taxId: string; name: string };

/** An entry as people read it, with the names that company and office have now. */
export type AuditEntryShown = {
  id: string;
  at: Date;
  actor: { kind: ActorKind; id: string | null; name: string };
  action: AuditAction;
  company: Party | null;
  office: Party | null;
  subject: string | null;
  details: AuditDetails | null;
  requestId: string | null;
};

/** One page, the newest first; `next` is the id after which the following page begins, null where there is none. */
export type AuditPage = { entries: AuditEntryShown[]; next: string | null };

/**
 * One page of the entries that the transaction of `em` may see.
 *
 * @param after id of the entry after which the page begins; without it the newest entry comes first
 */
export async function findEntries(
  em: EntityManager,
  query: AuditQuery,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<AuditPage> {
  const conditions = [...conditionsOf(query), ...(after === undefined ? [] : await behind(em, after))];
  const newestFirst = { orderBy: { at: 'desc', id: 'desc' } } as const;
  const found = await em.find(AuditEntry, { $and: conditions }, { ...newestFirst, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const [companies, offices] = [
    await partiesOf(
      em,
      Company,
      rows.map(({ company }) => company),
    ),
    await partiesOf(
      em,
      Office,
      rows.map(({ office }) => office),
    ),
  ];
  return {
    entries: rows.map(
      ({ id, at, actorKind, actorId, actorName, action, company, office, subject, details, requestId }) => ({
        ...{ id, at, action },
        actor: { kind: actorKind, id: actorId ?? null, name: actorName },
        company: companies.get(company ?? '') ?? null,
        office: offices.get(office ?? '') ?? null,
        ...{ subject: subject ?? null, details: details ?? null, requestId: requestId ?? null },
      }),
    ),
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

function conditionsOf({ since, until, actions, ...equal }: AuditQuery): FilterQuery<AuditEntry>[] {
  const named = Object.entries(equal).filter(([, value]) => value !== undefined);
  return [
    Object.fromEntries(named),
    ...(actions ? [{ action: { $in: [...actions] } }] : []),
    ...(since ? [{ at: { $gte: since } }] : []),
    ...(until ? [{ at: { $lt: until } }] : []),
  ];
}

/** The condition for entries that come after one; an unknown id gives no entries. */
async function behind(em: EntityManager, id: string): Promise<FilterQuery<AuditEntry>[]> {
  const { at } = (await em.findOne(AuditEntry, { id })) ?? { at: new Date(0) };
  return [{ $or: [{ at: { $lt: at } }, { at, id: { $lt: id } }] }];
}

async function partiesOf(
  em: EntityManager,
  entity: typeof Company | typeof Office,
  ids: (string | null | undefined)[],
): Promise<Map<string, Party>> {
  const wanted = [...new Set(ids.filter((id) => id != null))];
  if (wanted.length === 0) return new Map();
  // The table's policy shows an office to the companies of its links; the ORM's filter would show it to itself alone.
  const filters = entity === Office ? { owner: false } : {};
  const found: Party[] = await em.find(
    entity as typeof Office,
    { id: { $in: wanted } },
    { fields: ['taxId', 'name'], filters },
  );
  return new Map(found.map(({ id, taxId, name }) => [id, { id, taxId, name }]));
}

/** Somebody who changed something, under the name of the latest change. */
export type RecentActor = { kind: ActorKind; id: string | null; name: string };

/** How many entries are looked through; an index gives them in order. */
const entriesLookedAt = 2_000;
const actorsAtMost = 50;

/** Who made the last changes of a company, by name; without a company, of all that `em` sees. */
export function recentActors(em: EntityManager, company?: { id: string }): Promise<RecentActor[]> {
  const of = company ? 'where company_id = ?' : '';
  return em.execute<RecentActor[]>(
    `select * from (
       select distinct on (actor_kind, coalesce(actor_id::text, actor_name)) actor_kind as kind, actor_id as id, actor_name as name
       from (select * from audit_entry ${of} order by at desc, id desc limit ${entriesLookedAt}) last
       order by actor_kind, coalesce(actor_id::text, actor_name), at desc
     ) actors order by name, kind limit ${actorsAtMost}`,
    company ? [company.id] : [],
  );
}
