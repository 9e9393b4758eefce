import type { EntityManager } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { momentOn } from '../../domain/rehearsal/moved-sale.ts';
import type { ComputedSale } from '../../domain/rehearsal/sale.ts';
import { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { checkSale } from '../documents/check-sale.ts';
import type { SaleRequest } from '../documents/sale-request.ts';
import { inCompany } from '../in-company.ts';
import { computedSale, pagesOf, type RehearsalPlan, type RehearsalSource, salesPerPage } from './rehearse.ts';

/** One unit of each product of a company, sold to a consumer of its own city. */
export async function rehearsedProducts(plan: RehearsalPlan): Promise<RehearsalSource> {
  const { orm, company } = plan;
  const which = { deletedAt: null } as const;
  const count = await inCompany(orm, company.id, (em) => em.count(Product, which));
  const read = (after: string) =>
    inCompany(orm, company.id, async (em) => {
      const where = { ...which, id: { $gt: after } };
      const products = await em.find(Product, where, {
        orderBy: { id: 'asc' },
        limit: salesPerPage,
        disableIdentityMap: true,
      });
      const ofServices = await rulesOfServices(em, products);
      const sales: ComputedSale[] = [];
      for (const product of products) {
        sales.push(await rehearsedProduct(em, product, isService(product, company, ofServices), plan));
      }
      return { sales, last: products.at(-1)?.id ?? null };
    });
  return { count, pages: () => pagesOf(read) };
}

async function rulesOfServices(em: EntityManager, products: readonly Product[]): Promise<Set<string>> {
  const ids = [...new Set(products.flatMap(({ taxRule }) => taxRule ?? []))];
  const rules = ids.length === 0 ? [] : await em.find(TaxRule, { id: { $in: ids }, model: 'NFSE' });
  return new Set(rules.map(({ id }) => id));
}

/** Whether a product is sold by NFS-e: its rule is for services, or it has no NCM in a company that issues NFS-e and no notes of goods. */
function isService({ taxRule, taxation }: Product, { settings }: ActingCompany, ofServices: Set<string>): boolean {
  if (taxRule) return ofServices.has(taxRule);
  return !taxation.fields.ncm && Boolean(settings?.nfse) && !settings?.stateRegistration;
}

/** Price in reais for one unit of a product without a price. */
const priceOfUnpriced = '100.00';

async function rehearsedProduct(
  em: EntityManager,
  product: Product,
  isSoldAsService: boolean,
  plan: RehearsalPlan,
): Promise<ComputedSale> {
  const { id, name, salePrice } = product;
  const item = { productId: id, quantity: '1', ...(salePrice ? {} : { unitValue: priceOfUnpriced }) };
  const nature = { operationNature: 'Ensaio', items: [item] };
  const sale: SaleRequest = isSoldAsService ? { type: 'NFSE', ...nature } : { type: 'NFE', ...nature, payments: null };
  const { company, tables, on } = plan;
  const recipient = async () => ({ client: consumerOf(company), faults: [] });
  const checked = await checkSale(em, sale, { company, rates: tables, on: momentOn(on), recipient });
  const nowhere = { series: null, number: null, issuedOn: null, externalId: null };
  const of = { kind: 'PRODUCT', id, type: sale.type, ...nowhere, name } as const;
  const rehearsed = computedSale(of, { checked, payload: checked.payload, then: null }, plan);
  // Nobody pays for a rehearsal; only a real sale is warned about its payments.
  return { ...rehearsed, findings: rehearsed.findings.filter(({ path }) => path !== 'payments') };
}

/** A consumer in the company's own city, with a CPF that has right check digits and belongs to nobody. */
function consumerOf({ settings }: ActingCompany): ClientSnapshot {
  return {
    id: null,
    name: 'Consumidor do ensaio',
    document: '11144477735',
    documentType: 'CPF',
    type: 'INDIVIDUAL',
    stateRegistration: null,
    taxpayerType: 'NAO_CONTRIBUINTE',
    email: null,
    phone: null,
    address: settings?.address ?? null,
    country: 'BR',
  };
}
