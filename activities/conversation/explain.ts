import type { Explain } from './matter.ts';

/** A table whose rows wait: the column of the reason in words, and the status of an attempt that has not ended. */
type Waiting = { table: string; words: 'waiting_for' | 'reason'; open: string };

/** Writes into the row of an open attempt what it waits for. Since when stays while the kind stays. */
export function explainIn({ table, words, open }: Waiting): Explain {
  const statement = `
    update "${table}" set ${words} = ?, waiting_kind = ?, waiting_until = ?,
      waiting_since = case when waiting_kind = ? then waiting_since else ? end
    where id = ? and attempt = ? and status = '${open}'`;
  return (em, id, attempt, { kind, reason, until }) =>
    em.execute(statement, [reason, kind, until, kind, new Date(), id, attempt]);
}
