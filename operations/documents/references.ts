import { traitsOf } from '../../domain/document-types.ts';
import type { Fault } from '../../domain/faults.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { CarrierAndVehicle } from '../records/carrier-and-vehicle.ts';
import { type NamedRecords, ruleIdOf, type RecordId } from '../records/named-records.ts';
import type { AskedSale } from './asked-sale.ts';

/** The records found of those that a sale names; a service is carried by nobody. */
export type FoundRecords = NamedRecords & { carriage: CarrierAndVehicle | null };

/** The faults of the records that a new sale names: each must be the company's own (or a shared template), in use and fit for the sale. */
export function referenceFaults(sale: AskedSale, found: FoundRecords): Fault[] {
  return [
    ...templateFaults(sale, found),
    ...ruleFaults(sale.taxRuleId, 'taxRuleId', sale, found),
    ...carrierFaults(sale, found),
    ...sale.items.flatMap((item, index) => itemFaults(item, `items[${index}]`, sale, found)),
  ];
}

function templateFaults({ templateId, type }: AskedSale, { template }: NamedRecords): Fault[] {
  if (!templateId) return [];
  if (!template || template.deletedAt) {
    const message = 'Não há modelo fiscal com este id: confira o id ou não o envie.';
    return [{ code: 'invalid_template', path: 'templateId', message }];
  }
  const { taxedAs } = traitsOf[type];
  if (template.type === taxedAs) return [];
  const [own, wanted] = [traitsOf[template.type].title, traitsOf[taxedAs].title];
  const message = `O modelo fiscal "${template.name}" é de ${own} e este documento pede um de ${wanted}.`;
  return [{ code: 'template_type_mismatch', path: 'templateId', message }];
}

function itemFaults(item: AskedSale['items'][number], path: string, sale: AskedSale, found: NamedRecords): Fault[] {
  const product = found.products(item.productId);
  if (item.productId && (!product || product.deletedAt)) {
    const message = 'Não há produto com este id na empresa: confira o id ou não o envie.';
    return [
      { code: 'invalid_product', path: `${path}.productId`, message },
      ...ruleFaults(item.taxRuleId, `${path}.taxRuleId`, sale, found),
    ];
  }
  if (item.taxRuleId) return ruleFaults(item.taxRuleId, `${path}.taxRuleId`, sale, found);
  // Without its rule the product would have other taxes, and no error would tell the caller.
  const linked = sale.taxRuleId ? null : ruleIdOf(item, sale, found.products);
  const reason = linked && unusable(found.rules(linked), sale);
  if (!product || !reason) return [];
  const message =
    `A regra tributária ${quoted(found.rules(linked)?.name)}do produto "${product.name}" ${reason}: ` +
    'troque a regra no produto ou informe taxRuleId.';
  return [{ code: 'invalid_tax_rule', path: `${path}.productId`, message }];
}

function ruleFaults(id: RecordId, path: string, sale: AskedSale, { rules }: NamedRecords): Fault[] {
  if (!id) return [];
  const rule = rules(id);
  const reason = unusable(rule, sale);
  if (!reason) return [];
  const message = `A regra tributária ${quoted(rule?.name)}${reason}: informe outra ou não envie este campo.`;
  return [{ code: 'invalid_tax_rule', path, message }];
}

/** In Portuguese, why a new document of that type cannot use a rule; null where it can. */
function unusable(rule: TaxRule | undefined, { type }: AskedSale): string | null {
  if (!rule) return 'não é desta empresa';
  if (rule.deletedAt) return 'foi removida';
  if (!rule.isActive) return 'está inativa';
  return rule.model === traitsOf[type].taxedAs ? null : `é de ${traitsOf[rule.model].title}`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? '' : `"${name}" `;
}

function carrierFaults(sale: AskedSale, { carriage }: FoundRecords): Fault[] {
  const carrierId = sale.type === 'NFSE' ? null : sale.transport?.carrierId;
  if (!carrierId || carriage) return [];
  const message = 'Não há transportadora com este id na empresa: confira o id ou não o envie.';
  return [{ code: 'invalid_carrier', path: 'transport.carrierId', message }];
}
