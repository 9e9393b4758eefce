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
