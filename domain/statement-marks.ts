/**
 * Marks by which callers tell the connection how to send their statements (`config/pooled-client.ts`, `config/kept-plans.ts`).
 *
 * SQL that begins with `sentAhead` is sent together with the next statement, and its answer is not awaited: its result cannot be read, and where it
 * fails the next statement fails. Only within a transaction.
 */
export const sentAhead = '/* ahead */ ';

/** Set on a transaction while the inserts and updates of its flush are sent ahead, too (`operations/keep-plans.ts`). */
export const flushesAhead = Symbol('a flush is sent ahead');

/** Set on a transaction whose statements keep their plans: few different statements, each executed again and again. */
export const plansKept = Symbol('plans are kept');
