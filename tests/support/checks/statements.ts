import type { EntityManager } from '../../../config/orm.ts';

/** The SQL that somebody sends by `em` himself from now on, in its order: what the ORM makes of entities is not among it. */
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
