/**
 * What those who ask the database tell the connection about it (`config/pooled-client.ts`, `config/kept-plans.ts`).
 *
 * SQL that begins with this is sent with the statement behind it, and nobody waits for its answer: nothing is read from it, and where it fails, the
 * statement behind it does.
 * Only within a transaction.
 */
export const sentAhead = '/* ahead */ ';

/** Set on a transaction while what its flush writes is sent so, too (`operations/keep-plans.ts`). */
export const flushesAhead = Symbol('a flush is sent ahead');

/** Set on a transaction whose statements keep their plans: few different ones, each carried out again and again. */
export const plansKept = Symbol('plans are kept');
