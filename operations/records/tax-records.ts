import type { EntityManager } from '../../config/orm.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { ProductRecord, RuleRecord, TaxRecords } from '../../domain/taxation/levels/records.ts';
import type { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { type NamedRecords, namedRecords, type RecordReferences, ruleIdOf } from './named-records.ts';

/**
 * What a document's lines take their taxes from, as the records are now: a record removed since the document was made still says what the
 * sale meant (docs/decisions/0025).
 *
 * @throws DomainError for a record that the company does not have at all: without it the taxes would be different
 */
export async function taxRecordsOf(
  em: EntityManager,
  { company, payload }: { company: string; payload: RecordReferences },
): Promise<TaxRecords> {
  const named = await namedRecords(em, company, payload);
  refuseAny(unknownRecords(payload, named));
  return taxRecords(payload, named);
}

/** The same for records that were read already. */
export function taxRecords(naming: RecordReferences, { template, products, rules }: NamedRecords): TaxRecords {
  return {
    template: template && templateRecord(template),
    items: naming.items.map((item) => {
      const [rule, product] = [rules(ruleIdOf(item, naming, products)), products(item.productId)];
      return { taxRule: rule ? ruleRecord(rule) : null, product: product ? productRecord(product) : null };
    }),
  };
}

function unknownRecords(
  { templateId, taxRuleId, items }: RecordReferences,
  { template, products, rules }: NamedRecords,
): Fault[] {
  const message = 'O cadastro com este id não existe nesta empresa.';
  const faults: Fault[] = [];
  if (templateId && !template) faults.push({ code: 'invalid_template', path: 'templateId', message });
  if (taxRuleId && !rules(taxRuleId)) faults.push({ code: 'invalid_tax_rule', path: 'taxRuleId', message });
  for (const [index, item] of items.entries()) {
    const path = `items[${index}]`;
    if (item.productId && !products(item.productId)) {
      faults.push({ code: 'invalid_product', path: `${path}.productId`, message });
    }
    if (item.taxRuleId && !rules(item.taxRuleId)) {
      faults.push({ code: 'invalid_tax_rule', path: `${path}.taxRuleId`, message });
    }
  }
  return faults;
}

function ruleRecord({ id, name, nfeTaxRules }: TaxRule): RuleRecord {
  return { id, name, subRules: nfeTaxRules };
}

function productRecord({ id, name, taxation }: Product): ProductRecord {
  return { id, name, taxation };
}

function templateRecord({ id, name, fields }: FiscalTemplate): TaxRecords['template'] {
  return { id, name, fields };
}
