import type { EntityManager } from '../../config/orm.ts';
import type { ActorKind } from '../../domain/audit/actor.ts';

/** Somebody who has changed something of a company, as she was called when she last did. */
export type RecentActor = { kind: ActorKind; id: string | null; name: string };

/** How far back is looked, in entries: an index brings them. */
const entriesLookedAt = 2_000;
const actorsAtMost = 50;

/** Who made the last changes of a company, by name; without one, the last of all that `em` sees. */
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
