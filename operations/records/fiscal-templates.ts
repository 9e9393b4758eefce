import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { refuseAny } from '../../domain/faults.ts';
import { levelContext } from '../../domain/taxation/levels/normalize-level.ts';
import { FiscalTemplate, type TemplateType } from '../../domain/templates/fiscal-template.entity.ts';
import { normalizeTemplate, reviseTemplate } from '../../domain/templates/normalize.ts';
import type { TemplateChanges, TemplateInput } from '../../domain/templates/template-input.ts';
import type { ActingCompany } from '../acting.ts';
import { sentFieldNames, recordFor } from '../audit/record.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';
import { matchesSearch } from '../lists/search.ts';

/** @throws DomainError with every fault of the template */
export async function createFiscalTemplate(
  orm: Orm,
  company: ActingCompany,
  input: TemplateInput,
): Promise<FiscalTemplate> {
  const { template, faults } = normalizeTemplate(input, levelContext(company.settings));
  refuseAny(faults);
  return inCompany(orm, company.id, async (em) => {
    const created = em.create(FiscalTemplate, { ...template, source: 'company', company: company.id });
    recordFor(em, company, 'TEMPLATE_CREATED', created.id);
    return created;
  });
}

/** One page of the company's templates and the shared ones, newest first, and how many match. */
export function findFiscalTemplates(
  em: EntityManager,
  { type, search = '' }: { type?: TemplateType; search?: string },
  range: { limit: number; offset: number },
): Promise<[FiscalTemplate[], number]> {
  const found = matchesSearch(['name', 'operation_nature'], search);
  const where = { deletedAt: null, ...(type ? { type } : {}), ...found };
  return em.findAndCount(FiscalTemplate, where, { orderBy: { id: 'desc' }, ...range });
}

/** @throws NotFound also for one that was removed */
export function findFiscalTemplate(em: EntityManager, id: string): Promise<FiscalTemplate> {
  return findOrRefuse('fiscalTemplate', id, () => em.findOne(FiscalTemplate, { id, deletedAt: null }));
}

/**
 * Changes the fields that are sent and leaves the others; null clears.
 *
 * @throws NotFound also for a shared one
 * @throws DomainError with every fault of the changed template
 */
export function changeFiscalTemplate(
  orm: Orm,
  company: ActingCompany,
  id: string,
  changes: TemplateChanges,
): Promise<FiscalTemplate> {
  return inCompany(orm, company.id, async (em) => {
    const kept = await lockOwn(em, company, id);
    const { template, faults } = reviseTemplate(kept.normal(), changes, levelContext(company.settings));
    refuseAny(faults);
    recordFor(em, company, 'TEMPLATE_CHANGED', kept.id, sentFieldNames(changes));
    return em.assign(kept, template);
  });
}

/** @throws NotFound also for a shared one */
export function removeFiscalTemplate(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const template = await lockOwn(em, company, id);
    template.remove();
    recordFor(em, company, 'TEMPLATE_REMOVED', template.id);
  });
}

/** The company's own template, locked for a change; a shared one is not found. */
function lockOwn(em: EntityManager, { id: company }: ActingCompany, id: string): Promise<FiscalTemplate> {
  const where = { id, company, deletedAt: null };
  return findOrRefuse('fiscalTemplate', id, () =>
    em.findOne(FiscalTemplate, where, { lockMode: LockMode.PESSIMISTIC_WRITE }),
  );
}
