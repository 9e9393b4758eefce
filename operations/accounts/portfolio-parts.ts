import type { EntityManager, Orm } from '../../config/orm.ts';
import { Membership, Person, PortfolioPart } from '../../domain/accounts/person.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingOffice } from '../acting.ts';
import { type ChosenCompany, portfolioCompanies } from '../offices/chosen-companies.ts';
import { amongPeople, type PeopleOwner, recordAmong } from './people-owner.ts';

/** A company of the portfolio; `isHers` is whether it was given to the clerk. */
export type PartCompany = Pick<ChosenCompany, 'id' | 'taxId' | 'name'> & { isHers: boolean };

/** A clerk and the companies of the office; where none was given to the clerk, the clerk has all of them. */
export type ClerksPart = { name: string; companies: PartCompany[] };

/** A clerk's part of the portfolio; null where the person is no clerk of the office. */
export function clerksPart(orm: Orm, office: ActingOffice, personId: string): Promise<ClerksPart | null> {
  return amongPeople(orm, ownerOf(office), async (em) => {
    const membership = await membershipOf(em, office, personId);
    if (!membership) return null;
    const { name } = await em.findOneOrFail(Person, personId, { fields: ['name'] });
    const hers = new Set((await em.find(PortfolioPart, { membership: membership.id })).map(({ company }) => company));
    const companies = (await portfolioCompanies(em, null, mostCompanies)).map((company) => ({
      ...company,
      isHers: hers.has(company.id),
    }));
    return { name, companies };
  });
}

/**
 * Sets which companies of the portfolio a clerk has; an empty list gives all of them.
 *
 * @throws DomainError `not_found` where the person is no clerk of the office, `company_not_in_portfolio` for another company
 */
export function givePart(
  orm: Orm,
  office: ActingOffice,
  personId: string,
  companies: readonly string[],
): Promise<void> {
  const owner = ownerOf(office);
  return amongPeople(orm, owner, async (em) => {
    const membership = await membershipOf(em, office, personId);
    if (!membership)
      throw new DomainError('not_found', 'Esta pessoa não é analista do escritório. Abra a lista de novo.');
    const known = new Set((await portfolioCompanies(em, null, mostCompanies)).map(({ id }) => id));
    if (companies.some((id) => !known.has(id))) {
      throw new DomainError(
        'company_not_in_portfolio',
        'Uma das empresas saiu da carteira. Confira a lista e guarde de novo.',
      );
    }
    await em.nativeDelete(PortfolioPart, { membership: membership.id });
    for (const company of new Set(companies)) {
      em.create(PortfolioPart, { membership: membership.id, company, office: office.id });
    }
    await em.flush();
    recordAmong(em, owner, 'PERSON_PART_CHANGED', personId, { companies: companies.length });
  });
}

/** A limit that no office reaches. */
const mostCompanies = 10_000;

function ownerOf(office: ActingOffice): PeopleOwner {
  return { kind: 'OFFICE', office, actor: office.actor };
}

function membershipOf(em: EntityManager, { id: office }: ActingOffice, person: string): Promise<Membership | null> {
  return em.findOne(Membership, { office, person, role: 'OFFICE_CLERK', endedAt: null });
}
