import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { type SubRuleLists, normalizeSubRules } from '../../domain/tax-rules/normalize.ts';
import { TaxRule, type TaxRuleModel } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { sentFieldNames, recordFor } from '../audit/record.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';
import { matchesSearch } from '../lists/search.ts';

/** A tax rule as a caller sends it. */
export type TaxRuleInput = SubRuleLists & { name: string; model: TaxRuleModel; isActive?: boolean | null | undefined };

/** Changes of a rule; an undefined field stays as it is. */
export type TaxRuleChanges = SubRuleLists & {
  name?: string | undefined;
  model?: TaxRuleModel | undefined;
  isActive?: boolean | undefined;
};

/** @throws DomainError `invalid_taxation`, `validation_error` */
export async function createTaxRule(
  orm: Orm,
  company: ActingCompany,
  { name, model, isActive, ...given }: TaxRuleInput,
): Promise<TaxRule> {
  const { nfeTaxRules = [], nfseTaxRules = [] } = normalizeSubRules(model, given, company.settings);
  const row = { company: company.id, name: name.trim(), model, isActive: isActive ?? true, nfeTaxRules, nfseTaxRules };
  return inCompany(orm, company.id, async (em) => {
    const rule = em.create(TaxRule, row);
    recordFor(em, company, 'TAX_RULE_CREATED', rule.id);
    return rule;
  });
}

/** One page of the rules that were not removed, newest first, and how many match. */
export function findTaxRules(
  em: EntityManager,
  { model, isActive, search = '' }: { model?: TaxRuleModel; isActive?: boolean; search?: string },
  range: { limit: number; offset: number },
): Promise<[TaxRule[], number]> {
  const narrowed = { ...(model ? { model } : {}), ...(isActive === undefined ? {} : { isActive }) };
  const where = { deletedAt: null, ...narrowed, ...matchesSearch(['name'], search) };
  return em.findAndCount(TaxRule, where, { orderBy: { id: 'desc' }, ...range });
}

/** @throws NotFound also for one that was removed */
export function findTaxRule(em: EntityManager, id: string, lockMode?: LockMode): Promise<TaxRule> {
  const where = { id, deletedAt: null };
  return findOrRefuse('taxRule', id, () => em.findOne(TaxRule, where, lockMode ? { lockMode } : {}));
}

/**
 * Changes the fields that are sent and leaves the others; a list of sub-rules is replaced as a whole.
 *
 * @throws NotFound
 * @throws DomainError `invalid_taxation`, `validation_error`
 */
export function changeTaxRule(orm: Orm, company: ActingCompany, id: string, changes: TaxRuleChanges): Promise<TaxRule> {
  const { name, model, isActive, ...given } = changes;
  return inCompany(orm, company.id, async (em) => {
    const rule = await findTaxRule(em, id, LockMode.PESSIMISTIC_WRITE);
    if (model && model !== rule.model) throw modelChanged(rule.model);
    const { nfeTaxRules, nfseTaxRules } = normalizeSubRules(rule.model, given, company.settings);
    if (name !== undefined) rule.name = name.trim();
    if (isActive !== undefined) rule.isActive = isActive;
    if (nfeTaxRules) rule.nfeTaxRules = nfeTaxRules;
    if (nfseTaxRules) rule.nfseTaxRules = nfseTaxRules;
    recordFor(em, company, 'TAX_RULE_CHANGED', rule.id, sentFieldNames(changes));
    return rule;
  });
}

/** @throws NotFound */
export function removeTaxRule(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const rule = await findTaxRule(em, id, LockMode.PESSIMISTIC_WRITE);
    rule.deletedAt = new Date();
    recordFor(em, company, 'TAX_RULE_REMOVED', rule.id);
  });
}

function modelChanged(model: TaxRuleModel): DomainError {
  const message = `O modelo de uma regra não muda: esta é ${model}. Para o outro modelo, crie outra regra.`;
  return new DomainError('validation_error', message, { issues: [{ path: 'model', message }] });
}
