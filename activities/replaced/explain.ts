import type { Explain } from '../conversation/matter.ts';

const statement = `
  update replaced_note set reason = ?, waiting_kind = ?, waiting_until = ?,
    waiting_since = case when waiting_kind = ? then waiting_since else ? end, updated_at = now()
  where id = ? and settled_at is null`;

/** Writes what a replaced note waits for into its row; there is one attempt of it. */
export const explain: Explain = (em, id, _attempt, { kind, reason, until }) =>
  em.execute(statement, [reason, kind, until, kind, new Date(), id]);
