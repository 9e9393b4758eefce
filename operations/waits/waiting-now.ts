import type { EntityManager } from '../../config/orm.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';

/** How many of a thing wait for something, and since when the oldest of them does. */
export type WaitingCount = {
  what: 'document' | 'event' | 'inutilization' | 'closing' | 'invitation';
  kind: WaitKind;
  count: number;
  oldest: Date;
};

/** What waits now, counted by thing and kind, with the steps of every run among them (START, ANSWER). One statement, on indexes of what waits. */
export async function waitingNow(em: EntityManager): Promise<WaitingCount[]> {
  const rows = await em.execute<(Omit<WaitingCount, 'oldest'> & { oldest: Date | string })[]>(counts);
  return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }));
}

const selections: Record<WaitingCount['what'], string> = {
  document: 'document where true',
  event: 'document_event where true',
  inutilization: 'inutilization where true',
  // Their conditions are those of an index.
  closing: `closing where status in ('PENDING', 'RUNNING')`,
  invitation: `link_invitation where mail_status = 'PENDING'`,
};

const counts = Object.entries(selections)
  .map(
    ([what, selected]) => `
      select '${what}' as what, waiting_kind as kind, count(*)::int as count, min(waiting_since) as oldest
      from ${selected} and waiting_kind is not null group by waiting_kind`,
  )
  .join(' union all ');
