import { explainIn } from '../conversation/explain.ts';
import type { Explain } from '../conversation/matter.ts';

const explainWait = explainIn({ table: 'document', words: 'waiting_for', open: 'PROCESSING' });

/** What is out waits since its contingency began, and until its term, however often it was tried meanwhile. */
const transmission = `
  update document set waiting_for = ?, waiting_kind = 'TRANSMISSION', waiting_since = coalesce(contingency_since, now()),
    waiting_until = contingency_transmit_by
  where id = ? and attempt = ? and status = 'PROCESSING'`;

/** Writes what an open attempt waits for into its row. */
export const explain: Explain = (em, id, attempt, wait) =>
  wait.kind === 'TRANSMISSION'
    ? em.execute(transmission, [wait.reason, id, attempt])
    : explainWait(em, id, attempt, wait);
