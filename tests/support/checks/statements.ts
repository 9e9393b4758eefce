import type { EntityManager } from '../../../config/orm.ts';

/** The list of SQL statements that are sent by `em.execute` from now on, in order; statements that the ORM makes of entities are not in it. */
export function statementsOf(em: EntityManager): string[] {
  const sent: string[] = [];
  const execute = em.execute.bind(em);
  em.execute = ((...asked: Parameters<typeof execute>) => {
    const [sql] = asked;
    sent.push(typeof sql === 'string' ? sql : '');
    return execute(...asked);
  }) as typeof em.execute;
  return sent;
}
