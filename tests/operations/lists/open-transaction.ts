import { expect } from 'vitest';
import type { EntityManager, Orm } from '../../../config/orm.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

export type Work = (em: EntityManager) => Promise<unknown>;

/** Thrown to roll a transaction back. */
export class Undone extends Error {}

/** Opens a transaction that has done its work and is not committed yet. */
export async function openedBy(run: (work: Work) => Promise<unknown>, work: Work) {
  const end = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const ended = run(async (em) => {
    await work(em);
    done.resolve();
    await end.promise;
  });
  await Promise.race([done.promise, ended]);
  return {
    commit: async () => {
      end.resolve();
      await ended;
    },
    undo: async () => {
      end.reject(new Undone());
      await expect(ended).rejects.toThrow(Undone);
    },
  };
}

/** The number of locks that are waited for; a wait for a row is a wait for a transaction, which belongs to no database. */
export async function locksWaitedFor(orm: Orm): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ waiting: number }[]>(
    'select count(*)::int as waiting from pg_locks where not granted',
  );
  return row?.waiting ?? 0;
}
