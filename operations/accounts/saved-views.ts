import type { Orm } from '../../config/orm.ts';
import { SavedView, type ViewedList, viewsAtMost } from '../../domain/accounts/saved-view.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { administering, onlyReading } from '../in-company.ts';

/** A company, and the person who acts for it. Database policies show each person only their own views. */
type Acting = Pick<ActingCompany, 'id' | 'actor'>;

/** The filters of a list that this person has saved in this company, by name; empty where the actor is not a person. */
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
 * Saves a filter under a name; it replaces one of the same name in the same list.
 *
 * @throws DomainError `validation_error` for an invalid name, or where the person has the most views already
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

/** Removes a view. @throws NotFound also where it is another person's */
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
