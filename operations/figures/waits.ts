import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';

/** What is under way or stopped: how many wait for a kind of thing, and for how long the oldest has. */
export type WaitFigure = {
  subject: 'document' | 'event' | 'inutilization' | 'invitation' | 'replaced_note';
  /** Null for invitations, which have none. */
  environment: Environment | null;
  kind: WaitKind;
  count: number;
  oldestSeconds: number;
};

/** What waits now, of all companies; groups of which nothing waits are missing. */
export function readWaits(em: EntityManager): Promise<WaitFigure[]> {
  return em.execute<WaitFigure[]>(
    `select subject, environment, kind, count(*)::int as count,
       greatest(0, extract(epoch from now() - min(since)))::float8 as "oldestSeconds"
     from (
       select 'document' as subject, environment, coalesce(waiting_kind, 'ANSWER') as kind, coalesce(waiting_since, updated_at) as since
       from document where status = 'PROCESSING'
       union all
       select 'event', coalesce(d.environment, r.environment), e.waiting_kind, e.waiting_since
       from document_event e
         left join document d on d.id = e.document_id
         left join received_document r on r.id = e.received_document_id
       where e.waiting_kind is not null
       union all
       select 'inutilization', environment, coalesce(waiting_kind, 'ANSWER'), coalesce(waiting_since, updated_at)
       from inutilization where status = 'PENDING'
       union all
       select 'replaced_note', environment, coalesce(waiting_kind, case status when 'PROPOSED' then 'PERSON' else 'ANSWER' end),
         coalesce(waiting_since, updated_at)
       from replaced_note where settled_at is null
       union all
       select 'invitation', null, 'MAIL', created_at from link_invitation where mail_status = 'PENDING'
     ) as waiting
     group by subject, environment, kind`,
  );
}
