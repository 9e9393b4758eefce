import type { EntityManager } from '../../config/orm.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { unitCode } from '../../domain/products/details.ts';
import type { NormalProduct, Product } from '../../domain/products/product.entity.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { ProductUnits, ServiceRecords, TaxRecords } from '../../domain/taxation/levels/records.ts';
import type { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { type NamedRecords, namedRecords, type RecordReferences, ruleIdOf } from './named-records.ts';

type Naming = { company: string; payload: RecordReferences };

/**
 * The records from which a document's lines take their taxes, in their present state. A record that was removed since the document was created
 * still counts (docs/decisions/0025).
 *
 * @throws DomainError for a record that the company never had: without it the taxes would be different
 */
export async function taxRecordsOf(em: EntityManager, naming: Naming): Promise<TaxRecords> {
  return taxRecords(naming.payload, await knownRecords(em, naming));
}

/** The records from which a service takes its taxes. @throws DomainError as `taxRecordsOf` */
export async function serviceRecordsOf(em: EntityManager, naming: Naming): Promise<ServiceRecords> {
  return serviceRecords(naming.payload, await knownRecords(em, naming));
}

/** As `taxRecordsOf`, from records that were read already. */
export function taxRecords(naming: RecordReferences, named: NamedRecords): TaxRecords {
  const { template } = named;
  return {
    template: template && templateRecord(template),
    items: linesOf(naming, named).map(({ rule, product }) => ({
      taxRule: rule ? ruleRecord(rule) : null,
      product: product ? productRecord(product) : null,
    })),
  };
}

/** As `serviceRecordsOf`, from records that were read already. */
export function serviceRecords(naming: RecordReferences, named: NamedRecords): ServiceRecords {
  const { template } = named;
  return {
    template: template && { id: template.id, name: template.name, fields: template.service ?? {} },
    items: linesOf(naming, named).map(({ rule, product }) => ({
      taxRule: rule ? { id: rule.id, name: rule.name, subRules: rule.nfseTaxRules } : null,
      product: product ? { id: product.id, name: product.name } : null,
    })),
  };
}

async function knownRecords(em: EntityManager, { company, payload }: Naming): Promise<NamedRecords> {
  const named = await namedRecords(em, company, payload);
  refuseAny(unknownRecords(payload, named));
  return named;
}

/** The rule and the product of each line. */
function linesOf(naming: RecordReferences, { rules, products }: NamedRecords) {
  return naming.items.map((item) => ({
    rule: rules(ruleIdOf(item, naming, products)),
    product: products(item.productId),
  }));
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

function ruleRecord({ id, name, nfeTaxRules }: TaxRule): NonNullable<TaxRecords['items'][number]['taxRule']> {
  return { id, name, subRules: nfeTaxRules };
}

function productRecord(product: Product): NonNullable<TaxRecords['items'][number]['product']> {
  const { id, name, taxation } = product;
  return { id, name, taxation, units: unitsOf(product.normal()) };
}

function unitsOf(product: NormalProduct): ProductUnits {
  const { commercialUnit, taxUnit, taxUnitFactor, taxUnitExport, taxUnitExportFactor } = product;
  return {
    commercial: unitCode(commercialUnit),
    tax: unitCode(taxUnit),
    taxFactor: taxUnitFactor,
    export: unitCode(taxUnitExport),
    exportFactor: taxUnitExportFactor,
  };
}

function templateRecord({ id, name, fields }: FiscalTemplate): TaxRecords['template'] {
  return { id, name, fields };
}
