import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ProductChanges, ProductInput } from '../../domain/products/product-input.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { reviseProduct, normalizeProduct, touchesTaxation } from '../../domain/products/normalize.ts';
import { refuseAny } from '../../domain/faults.ts';
import { levelContext } from '../../domain/taxation/levels/normalize-level.ts';
import type { ActingCompany } from '../acting-company.ts';
import { orConflict } from '../conflict.ts';
import { existing } from '../existing.ts';
import { inCompany } from '../in-company.ts';
import { checkTaxRule } from './product-tax-rule.ts';

/** @throws DomainError with every fault of the product, `duplicate_code` */
export async function createProduct(
  orm: Orm,
  { id: company, settings }: ActingCompany,
  input: ProductInput,
): Promise<Product> {
  const { product, faults } = normalizeProduct(input, levelContext(settings));
  return orConflict(conflicts, () =>
    inCompany(orm, company, async (em) => {
      refuseAny([...faults, ...(await checkTaxRule(em, product.taxRule))]);
      return em.create(Product, { ...product, company });
    }),
  );
}

/** @throws NotFound also for one that was removed */
export function findProduct(em: EntityManager, id: string, lockMode?: LockMode): Promise<Product> {
  return existing('Produto', id, () => em.findOne(Product, { id, deletedAt: null }, lockMode ? { lockMode } : {}));
}

/**
 * What is sent changes, the rest stays; null clears.
 *
 * @throws NotFound
 * @throws DomainError with every fault of the product as it would be, `duplicate_code`
 */
export function changeProduct(
  orm: Orm,
  { id: company, settings }: ActingCompany,
  id: string,
  changes: ProductChanges,
): Promise<Product> {
  return orConflict(conflicts, () =>
    inCompany(orm, company, async (em) => {
      const stored = await findProduct(em, id, LockMode.PESSIMISTIC_WRITE);
      const { product, faults } = reviseProduct(stored.normal(), changes, levelContext(settings));
      refuseAny([...faults, ...(touchesTaxation(changes) ? await checkTaxRule(em, product.taxRule) : [])]);
      return em.assign(stored, product);
    }),
  );
}

/** @throws NotFound */
export function removeProduct(orm: Orm, company: ActingCompany, id: string): Promise<void> {
  return inCompany(orm, company.id, async (em) => {
    const product = await findProduct(em, id, LockMode.PESSIMISTIC_WRITE);
    product.remove();
  });
}

const conflicts = {
  product_company_code_unique: () => {
    const message = 'Já existe um produto com este código: use outro, ou altere o produto que o tem.';
    return new DomainError('duplicate_code', message, { issues: [{ path: 'code', message }] });
  },
};
