import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { Product } from '../../domain/products/product.entity.ts';
import { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';

/** The id by which a caller names a record; undefined, null and empty name none. */
export type RecordId = string | null | undefined;

/** Gives a record by the id that a caller wrote, in upper or lower case; undefined for an unknown or malformed id. */
export type RecordsById<Kept> = (id: RecordId) => Kept | undefined;

/** The well-formed ids, each once, in the form in which the database writes them. */
export function wellFormed(ids: RecordId[]): string[] {
  return [...new Set(ids.flatMap((id) => (id && isUuid(id) ? id.toLowerCase() : [])))];
}

function byId<Kept extends { id: string }>(records: Kept[]): RecordsById<Kept> {
  const known = new Map(records.map((record) => [record.id, record]));
  return (id) => known.get(id?.toLowerCase() ?? '');
}

/** Whatever names records: the body of a request, or the payload that is stored of it. */
export type RecordReferences = {
  type: DocumentType;
  templateId?: RecordId;
  taxRuleId?: RecordId;
  items: { productId?: RecordId; taxRuleId?: RecordId }[];
};

/** The records that a document names, and for a service without a template the company's default template for services. */
export function withDefaultTemplate<Naming extends RecordReferences>(
  naming: Naming,
  settings: Pick<CompanySettings, 'nfse'> | null | undefined,
): Naming {
  if (naming.type !== 'NFSE' || naming.templateId) return naming;
  return { ...naming, templateId: settings?.nfse?.defaultTemplateId ?? null };
}

/** The records that a document names, including removed ones; the rules include those of its products. */
export type NamedRecords = {
  template: FiscalTemplate | null;
  products: RecordsById<Product>;
  rules: RecordsById<TaxRule>;
};

/** These records are read and never changed: the unit of work need not watch 990 products. */
const unwatched = { disableIdentityMap: true } as const;

/**
 * Reads the records that a document names: one query for each table, none where it names nothing. It reads rows of `company` and shared templates,
 * even where `em` sees every company.
 */
export async function namedRecords(
  em: EntityManager,
  company: string,
  naming: RecordReferences,
): Promise<NamedRecords> {
  const { templateId, taxRuleId, items } = naming;
  const products = await productsOf(em, company, wellFormed(items.map(({ productId }) => productId)));
  const ofProducts = followsProductRules(naming) ? products.map(({ taxRule }) => taxRule) : [];
  const ruleIds = [taxRuleId, ...items.map((item) => item.taxRuleId), ...ofProducts];
  const rules = await rulesOf(em, company, wellFormed(ruleIds));
  const [template = null] = await templatesOf(em, company, wellFormed([templateId]));
  return { template, products: byId(products), rules: byId(rules) };
}

/** The rule that applies to a line: its own, else the document's, else its product's (docs/taxation.md). */
export function ruleIdOf(
  item: RecordReferences['items'][number],
  naming: Pick<RecordReferences, 'type' | 'taxRuleId'>,
  products: RecordsById<Product>,
): RecordId {
  const ofProduct = followsProductRules(naming) ? products(item.productId)?.taxRule : null;
  return item.taxRuleId || naming.taxRuleId || ofProduct;
}

/** Whether the rule of a product applies: it is a rule for goods; a service takes name, code and price from the product, and no taxes. */
function followsProductRules({ type }: Pick<RecordReferences, 'type'>): boolean {
  return traitsOf[type].taxedAs === 'NFE';
}

async function productsOf(em: EntityManager, company: string, ids: string[]): Promise<Product[]> {
  return ids.length > 0 ? em.find(Product, { company, id: { $in: ids } }, unwatched) : [];
}

async function rulesOf(em: EntityManager, company: string, ids: string[]): Promise<TaxRule[]> {
  return ids.length > 0 ? em.find(TaxRule, { company, id: { $in: ids } }, unwatched) : [];
}

async function templatesOf(em: EntityManager, company: string, ids: string[]): Promise<FiscalTemplate[]> {
  const visible = { $or: [{ company }, { company: null }] };
  return ids.length > 0 ? em.find(FiscalTemplate, { id: { $in: ids }, ...visible }, unwatched) : [];
}
