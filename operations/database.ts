import { setTimeout } from 'node:timers/promises';
import type { Orm } from '../config/orm.ts';

const patienceMs = 2_000;

/** Whether PostgreSQL answers, within two seconds. */
export async function isDatabaseUp(orm: Orm): Promise<boolean> {
  const giveUp = new AbortController();
  const answered = orm.em
    .fork()
    .execute('select 1')
    .then(
      () => true,
      () => false,
    );
  const late = setTimeout(patienceMs, false, { signal: giveUp.signal, ref: false }).catch(() => false);
  return Promise.race([answered, late]).finally(() => giveUp.abort());
}

/** Error codes of Node and PostgreSQL (classes 08 and 57P, and 53300) for a database that cannot be reached or is shutting down. */
const awayCodes = /^(ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08\w{3}|57P0[1-5]|53300)$/;
const awayMessages = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** Whether an error, or one of its causes, means that PostgreSQL is away, and not that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error, depth = 0; typeof current === 'object' && current !== null && depth < 5; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && awayCodes.test(current.code)) return true;
    if ('message' in current && typeof current.message === 'string' && awayMessages.test(current.message)) return true;
    current = 'cause' in current ? current.cause : undefined;
  }
  return false;
}
