import type { EntityManager } from '../../config/orm.ts';
import type { JudgedService, Standing } from '../../domain/conversation/standing.ts';

/** How a service stands. */
export type StandingFigure = JudgedService & { standing: Standing };

/** Every service of which anything was ever noted. */
export function readStandings(em: EntityManager): Promise<StandingFigure[]> {
  return em.execute<StandingFigure[]>('select authorizer, environment, model, state, standing from authority_standing');
}
