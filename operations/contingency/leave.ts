import { LockMode } from '@mikro-orm/core';
import type { Orm } from '../../config/orm.ts';
import { ContingencyEntry } from '../../domain/contingency/contingency-entry.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { acrossCompanies } from '../in-company.ts';
import { modelOf, type Place, placeInWords } from './place.ts';

/**
 * Leaves the contingency that a person entered. Notes that were issued in it stay as they are, and are transmitted.
 *
 * @throws DomainError `invalid_state` where nobody entered one
 */
export function leaveContingency(orm: Orm, place: Place, now = new Date()): Promise<ContingencyEntry> {
  const { company, environment, type } = place;
  return acrossCompanies(orm).transactional(async (em) => {
    const where = { company: company.id, environment, model: modelOf(type), leftAt: null };
    const entry = await em.findOne(ContingencyEntry, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!entry) {
      const message = `Ninguém declarou contingência de ${placeInWords(place)}: não há de que sair.`;
      throw new DomainError('invalid_state', message);
    }
    entry.leftAt = now;
    return entry;
  });
}
