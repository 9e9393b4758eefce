import { productChanges, productInput } from '../../http/requests/records.ts';
import { productView } from '../../http/views/records.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findProducts } from '../../operations/lists/records.ts';
import { changeProduct, createProduct, findProduct, removeProduct } from '../../operations/records/products.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';

type ProductOperations = Extract<keyof Handlers, `${string}Product` | 'listProducts'>;

export function productHandlers({ orm }: ApiParts): Pick<Handlers, ProductOperations> {
  return {
    listProducts: async (req, res) => {
      const { products, total } = await inCompany(orm, companyOf(res).id, (em) =>
        findProducts(em, req.query, pageWithDefaults(req.query)),
      );
      res.json(listView(products.map(productView), total, pageWithDefaults(req.query)));
    },

    createProduct: async (req, res) => {
      res.status(201).json(productView(await createProduct(orm, companyOf(res), productInput(req.body))));
    },

    getProduct: async (req, res) => {
      const product = await inCompany(orm, companyOf(res).id, (em) => findProduct(em, req.params.id));
      res.json(productView(product));
    },

    updateProduct: async (req, res) => {
      const changes = productChanges(req.body);
      res.json(productView(await changeProduct(orm, companyOf(res), req.params.id, changes)));
    },

    deleteProduct: async (req, res) => {
      await removeProduct(orm, companyOf(res), req.params.id);
      res.json({ success: true });
    },
  };
}
