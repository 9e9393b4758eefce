import { LockMode } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { normalizeProduct, reviseProduct, touchesTaxation } from '../../domain/products/normalize.ts';
import { Product, type ProductChanges, type ProductInput } from '../../domain/products/product.entity.ts';
import { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import { levelContext } from '../../domain/taxation/levels/normalize-level.ts';
import type { ActingCompany } from '../acting.ts';
import { sentFieldNames, recordFor } from '../audit/record.ts';
import { orConflict } from '../conflict.ts';
import { findOrRefuse } from '../find-or-refuse.ts';
import { inCompany } from '../in-company.ts';

/** @throws DomainError with every fault of the product, `duplicate_code` */
export async function createProduct(orm: Orm, company: ActingCompany, input: ProductInput): Promise<Product> {
  const { product, faults } = normalizeProduct(input, levelContext(company.settings));
  return orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      refuseAny([...faults, ...(await checkTaxRule(em, product.taxRule))]);
      const created = em.create(Product, { ...product, company: company.id });
      recordFor(em, company, 'PRODUCT_CREATED', created.id);
      return created;
    }),
  );
}

/** @throws NotFound also for one that was removed */
export function findProduct(em: EntityManager, id: string, lockMode?: LockMode): Promise<Product> {
  return findOrRefuse('product', id, () => em.findOne(Product, { id, deletedAt: null }, lockMode ? { lockMode } : {}));
}

/**
 * Changes the fields that are sent and leaves the others; null clears.
 *
 * @throws NotFound
 * @throws DomainError with every fault of the changed product, `duplicate_code`
 */
export function changeProduct(orm: Orm, company: ActingCompany, id: string, changes: ProductChanges): Promise<Product> {
  return orConflict(conflicts, () =>
    inCompany(orm, company.id, async (em) => {
      const stored = await findProduct(em, id, LockMode.PESSIMISTIC_WRITE);
      const { product, faults } = reviseProduct(stored.normal(), changes, levelContext(company.settings));
      refuseAny([...faults, ...(touchesTaxation(changes) ? await checkTaxRule(em, product.taxRule) : [])]);
      recordFor(em, company, 'PRODUCT_CHANGED', stored.id, sentFieldNames(changes));
      return em.assign(stored, product);
    }),
  );
}

/** @throws NotFound */
export function removeProduct(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const product = await findProduct(em, id, LockMode.PESSIMISTIC_WRITE);
    product.remove();
    recordFor(em, company, 'PRODUCT_REMOVED', product.id);
  });
}

const conflicts = {
  product_company_code_unique: () => {
    const message = 'Já existe um produto com este código: use outro, ou altere o produto que o tem.';
    return new DomainError('duplicate_code', message, { issues: [{ path: 'code', message }] });
  },
};

/** Faults of the tax rule that a product names: it must be the company's own, of model NFE and not removed. */
export async function checkTaxRule(em: EntityManager, id: string | null): Promise<Fault[]> {
  if (id === null) return [];
  const rule = isUuid(id) ? await em.findOne(TaxRule, { id }, { fields: ['model', 'deletedAt'] }) : null;
  if (!rule) return refused('Não há regra tributária com este id na empresa: confira o id ou envie null.');
  if (rule.deletedAt) return refused('Esta regra tributária foi removida: informe outra ou envie null.');
  if (rule.model !== 'NFE') return refused('Esta regra tributária é de NFS-e: informe uma de model NFE.');
  return [];
}

function refused(message: string): Fault[] {
  return [{ code: 'invalid_tax_rule', path: 'nfeConfig.taxRuleId', message }];
}
