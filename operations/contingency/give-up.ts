import { LockMode } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { record } from '../audit/record.ts';
import { acrossCompanies } from '../in-company.ts';

/**
 * Records a person's consent to inutilize the number of a replaced note that the authority never had. The authority is asked once more before that.
 *
 * @param reference id or access key of the note
 * @throws DomainError `not_found`, or `invalid_state` where that was not proposed
 */
export function approveGiveUp(
  orm: Orm,
  { id: company }: Pick<Company, 'id'>,
  reference: string,
  actor: Actor = lavraItself,
): Promise<ReplacedNote> {
  return acrossCompanies(orm).transactional((em) => giveUp(em, { id: company, actor }, reference));
}

/** `approveGiveUp` in the transaction of `em`. @throws DomainError likewise */
export async function giveUp(
  em: EntityManager,
  { id: company, actor }: Pick<ActingCompany, 'id' | 'actor'>,
  reference: string,
): Promise<ReplacedNote> {
  const where = { company, ...(isUuid(reference) ? { id: reference } : { accessKey: reference }) };
  const note = await em.findOne(ReplacedNote, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!note) {
    throw new DomainError('not_found', `A empresa não tem nota substituída com o id ou a chave "${reference}".`);
  }
  note.approveGiveUp();
  const details = { replacedNote: note.id };
  record(em, actor, { action: 'REPLACED_NOTE_GIVEN_UP', company, subject: note.document, details });
  return note;
}
