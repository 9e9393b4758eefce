import { LockMode } from '@mikro-orm/core';
import { type EntityManager, inCompany } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { reviseProduct, touchesTaxation } from '../../domain/products/revise.ts';
import { settleProduct } from '../../domain/products/settle.ts';
import { refuseAny } from '../../domain/taxation/fault.ts';
import { levelContext } from '../../domain/taxation/settle-level.ts';
import { pageOf, listView } from '../lists/page.ts';
import { findProducts } from '../../operations/lists/products.ts';
import { callerOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { orConflict } from '../requests/conflict.ts';
import { existing } from '../requests/existing.ts';
import { productChanges, productInput } from '../requests/product.ts';
import { checkTaxRule } from '../requests/product-tax-rule.ts';
import { productView } from '../views/product.ts';

type ProductOperations = Extract<keyof Handlers, `${string}Product` | 'listProducts'>;

export function productHandlers({ orm }: ApiParts): Pick<Handlers, ProductOperations> {
  return {
    listProducts: async (req, res) => {
      const page = pageOf(req.query);
      const { products, total } = await inCompany(orm, callerOf(res).companyId, (em) =>
        findProducts(em, req.query, page),
      );
      res.json(listView(products.map(productView), total, page));
    },

    createProduct: async (req, res) => {
      const caller = callerOf(res);
      const { product: settled, faults } = settleProduct(productInput(req.body), levelContext(caller.company.settings));
      const product = await orConflict(conflicts, () =>
        inCompany(orm, caller.companyId, async (em) => {
          refuseAny([...faults, ...(await checkTaxRule(em, settled.taxRule))]);
          return em.create(Product, { ...settled, company: caller.companyId });
        }),
      );
      res.status(201).json(productView(product));
    },

    getProduct: async (req, res) => {
      const product = await inCompany(orm, callerOf(res).companyId, (em) => findProduct(em, req.params.id));
      res.json(productView(product));
    },

    updateProduct: async (req, res) => {
      const caller = callerOf(res);
      const changes = productChanges(req.body);
      const product = await orConflict(conflicts, () =>
        inCompany(orm, caller.companyId, async (em) => {
          const found = await findProduct(em, req.params.id, LockMode.PESSIMISTIC_WRITE);
          const { product: revised, faults } = reviseProduct(
            found.normal(),
            changes,
            levelContext(caller.company.settings),
          );
          refuseAny([...faults, ...(touchesTaxation(changes) ? await checkTaxRule(em, revised.taxRule) : [])]);
          return em.assign(found, revised);
        }),
      );
      res.json(productView(product));
    },

    deleteProduct: async (req, res) => {
      await inCompany(orm, callerOf(res).companyId, async (em) => {
        const product = await findProduct(em, req.params.id, LockMode.PESSIMISTIC_WRITE);
        product.remove();
      });
      res.json({ success: true });
    },
  };
}

function findProduct(em: EntityManager, id: string, lockMode?: LockMode): Promise<Product> {
  return existing('Produto', id, () => em.findOne(Product, { id, deletedAt: null }, lockMode ? { lockMode } : {}));
}

const conflicts = {
  product_company_code_unique: () => {
    const message = 'Já existe um produto com este código: use outro, ou altere o produto que o tem.';
    return new DomainError('duplicate_code', message, { issues: [{ path: 'code', message }] });
  },
};
