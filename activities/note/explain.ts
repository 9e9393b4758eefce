import { explainIn } from '../conversation/explain.ts';
import type { Explain } from '../conversation/matter.ts';

const explainWait = explainIn({ table: 'document', words: 'waiting_for', open: 'PROCESSING' });

/** What is out waits since its contingency began, and until its term, however often it was tried meanwhile. */
const transmission = `
  update document set waiting_for = ?, waiting_kind = 'TRANSMISSION', waiting_since = coalesce(contingency_since, now()),
    waiting_until = contingency_transmit_by
  where id = ? and attempt = ? and status = 'PROCESSING'`;

/** A turn that began before the note was out, as while its EPEC was registered, knows less than the row: only who lets a note go ends its wait. */
const answer = `
  update document set waiting_for = ?, waiting_kind = 'ANSWER', waiting_until = ?,
    waiting_since = case when waiting_kind = 'ANSWER' then waiting_since else ? end
  where id = ? and attempt = ? and status = 'PROCESSING' and waiting_kind is distinct from 'TRANSMISSION'`;

/** Writes what an open attempt waits for into its row. */
export const explain: Explain = (em, id, attempt, wait) => {
  const { kind, reason, until } = wait;
  if (kind === 'TRANSMISSION') return em.execute(transmission, [reason, id, attempt]);
  if (kind === 'ANSWER') return em.execute(answer, [reason, until, new Date(), id, attempt]);
  return explainWait(em, id, attempt, wait);
};
