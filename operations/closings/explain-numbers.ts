import type { EntityManager, Orm } from '../../config/orm.ts';
import type { SeriesGap } from '../../domain/closings/board.ts';
import { NumberExplanation } from '../../domain/closings/number-explanation.entity.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { PersonOfOffice } from '../acting.ts';
import { record } from '../audit/record.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inPortfolio } from '../in-company.ts';
import { chosenCompanies } from '../offices/chosen-companies.ts';

/** Unused numbers of a company, with the reason why nothing is done about them. */
export type ExplainedNumbers = SeriesGap & { companyId: string; text: string };

/**
 * Stores why nobody used these numbers: from then on they do not hinder closings of this office. The authority is not told, and the manifest still
 * lists them.
 *
 * @throws DomainError `company_not_in_portfolio` for a company outside the person's part
 */
export function explainNumbers(
  orm: Orm,
  office: PersonOfOffice,
  { companyId: company, text, ...numbers }: ExplainedNumbers,
): Promise<void> {
  return inPortfolio(orm, office, async (em) => {
    await chosenCompanies(em, [company]);
    em.create(NumberExplanation, { office: office.id, company, ...numbers, text, author: office.actor.name });
    const details = { numbers: numbersInWords(numbers), reason: text };
    record(em, office.actor, { action: 'NUMBERS_EXPLAINED', office: office.id, subject: company, details });
  });
}

/** Removes an explanation: its numbers hinder closings again. @throws NotFound */
export function withdrawExplanation(orm: Orm, office: PersonOfOffice, id: string): Promise<void> {
  return inPortfolio(orm, office, async (em) => {
    const found = await findOrRefuse('explanation', id, (known) => em.findOne(NumberExplanation, { id: known }));
    em.remove(found);
    const details = { numbers: numbersInWords(found) };
    record(em, office.actor, {
      action: 'NUMBERS_EXPLANATION_WITHDRAWN',
      office: office.id,
      subject: found.company,
      details,
    });
  });
}

/** The explanations of a company, the newest first. `em` sees a person's part of an office. */
export function explanationsOf(em: EntityManager, company: string): Promise<NumberExplanation[]> {
  return em.find(NumberExplanation, { company }, { orderBy: { id: 'desc' }, limit: 100 });
}

/** `NF-e 2/871 a 873` */
export function numbersInWords({ type, series, startNumber, endNumber }: SeriesGap): string {
  const last = endNumber > startNumber ? ` a ${endNumber}` : '';
  return `${traitsOf[type].title} ${series}/${startNumber}${last}`;
}
