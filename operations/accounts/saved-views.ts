import type { Orm } from '../../config/orm.ts';
import { SavedView, type ViewedList, viewsAtMost } from '../../domain/accounts/saved-view.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { administering, onlyReading } from '../in-company.ts';

/** A company, and the person who acts for it: the walls of the database let her have her own views alone. */
type Acting = Pick<ActingCompany, 'id' | 'actor'>;

/** The filters of a list that who acts has saved in this company, by their names; none of who is no person here. */
export async function savedViews(orm: Orm, company: Acting, list: ViewedList): Promise<SavedView[]> {
  if (company.actor.kind !== 'PERSON') return [];
  return onlyReading(() =>
    administering(orm, company, (em) =>
      em.find(SavedView, { person: personOf(company), list }, { orderBy: { name: 'asc' } }),
    ),
  );
}

export type ViewInput = { list: ViewedList; name: string; query: string };

/**
 * Saves a filter under a name; of the same name in the same list it takes the place.
 *
 * @throws DomainError `validation_error` for a name that is none, or where the person has as many as she may
 */
export async function saveView(orm: Orm, company: Acting, { list, query, ...asked }: ViewInput): Promise<void> {
  const person = personOf(company);
  const name = asked.name.replace(/\s+/g, ' ').trim();
  if (name === '') throw refused('Dê um nome ao filtro.');
  if (name.length > 60) throw refused('O nome do filtro tem no máximo 60 letras.');
  if (query.length > 1000)
    throw new DomainError('validation_error', 'O filtro é longo demais para ser salvo: busque por menos.');
  await administering(orm, company, async (em) => {
    const kept = await em.find(SavedView, { person, list });
    const same = kept.find((view) => view.name === name);
    if (same) same.query = query;
    else if (kept.length >= viewsAtMost) throw refused(`Já há ${viewsAtMost} filtros salvos: remova um antes.`);
    else em.create(SavedView, { person, company: company.id, list, name, query });
  });
}

function refused(message: string): DomainError {
  return new DomainError('validation_error', message, { issues: [{ path: 'name', message }] });
}

/** Removes one of who acts. @throws NotFound also for another person's */
export function removeView(orm: Orm, company: Acting, id: string): Promise<SavedView> {
  return administering(orm, company, async (em) => {
    const view = await findOrRefuse('savedView', id, () => em.findOne(SavedView, { id, person: personOf(company) }));
    await em.nativeDelete(SavedView, { id: view.id });
    return view;
  });
}

function personOf({ actor }: Acting): string {
  if (actor.kind !== 'PERSON' || actor.id === null) throw new TypeError('views are of people');
  return actor.id;
}
