import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { OriginNote } from '../../domain/documents/check/returns.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import type { Fault } from '../../domain/faults.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import type { CarrierAndVehicle } from '../records/carriers.ts';
import { type NamedRecords, type RecordId, ruleIdOf } from '../records/named-records.ts';
import type { SaleRequest } from './sale-request.ts';

/** The records that a sale names, as far as they were found; a service has no carrier. */
export type SaleRecords = NamedRecords & { carriage: CarrierAndVehicle | null };

/** The faults of the records that a new sale names: each must belong to the company (or be a shared template), be active, and fit the sale. */
export function referenceFaults(sale: SaleRequest, found: SaleRecords): Fault[] {
  return [
    ...templateFaults(sale, found),
    ...ruleFaults(sale.taxRuleId, 'taxRuleId', sale, found),
    ...carrierFaults(sale, found),
    ...sale.items.flatMap((item, index) => itemFaults(item, `items[${index}]`, sale, found)),
  ];
}

function templateFaults({ templateId, type }: SaleRequest, { template }: NamedRecords): Fault[] {
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

function itemFaults(item: SaleRequest['items'][number], path: string, sale: SaleRequest, found: NamedRecords): Fault[] {
  const product = found.products(item.productId);
  if (item.productId && (!product || product.deletedAt)) {
    const message = 'Não há produto com este id na empresa: confira o id ou não o envie.';
    return [
      { code: 'invalid_product', path: `${path}.productId`, message },
      ...ruleFaults(item.taxRuleId, `${path}.taxRuleId`, sale, found),
    ];
  }
  if (item.taxRuleId) return ruleFaults(item.taxRuleId, `${path}.taxRuleId`, sale, found);
  // Without its rule the product would be taxed differently, and no error would tell the caller.
  const linked = sale.taxRuleId ? null : ruleIdOf(item, sale, found.products);
  const reason = linked && unusable(found.rules(linked), sale);
  if (!product || !reason) return [];
  const message =
    `A regra tributária ${quoted(found.rules(linked)?.name)}do produto "${product.name}" ${reason}: ` +
    'troque a regra no produto ou informe taxRuleId.';
  return [{ code: 'invalid_tax_rule', path: `${path}.productId`, message }];
}

function ruleFaults(id: RecordId, path: string, sale: SaleRequest, { rules }: NamedRecords): Fault[] {
  if (!id) return [];
  const rule = rules(id);
  const reason = unusable(rule, sale);
  if (!reason) return [];
  const message = `A regra tributária ${quoted(rule?.name)}${reason}: informe outra ou não envie este campo.`;
  return [{ code: 'invalid_tax_rule', path, message }];
}

/** Why a new document of that type cannot use a rule, in Portuguese; null where it can. */
function unusable(rule: TaxRule | undefined, { type }: SaleRequest): string | null {
  if (!rule) return 'não é desta empresa';
  if (rule.deletedAt) return 'foi removida';
  if (!rule.isActive) return 'está inativa';
  return rule.model === traitsOf[type].taxedAs ? null : `é de ${traitsOf[rule.model].title}`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? '' : `"${name}" `;
}

function carrierFaults(sale: SaleRequest, { carriage }: SaleRecords): Fault[] {
  const carrierId = sale.type === 'NFSE' ? null : sale.transport?.carrierId;
  if (!carrierId || carriage) return [];
  const message = 'Não há transportadora com este id na empresa: confira o id ou não o envie.';
  return [{ code: 'invalid_carrier', path: 'transport.carrierId', message }];
}

type Whose = { company: string; environment: Environment };
type Returning = Pick<GoodsPayload, 'purpose'> & {
  items: Pick<GoodsPayload['items'][number], 'referencedItem'>[];
};

/**
 * What is known about the notes that a return gives back: our own with their items, received ones with their value. Undefined where the sale is no
 * return, a note is unknown, or one is no NF-e: in these cases the authority does not compare either. Other sales cost no query.
 */
export async function originsOf(em: EntityManager, whose: Whose, sale: Returning): Promise<OriginNote[] | undefined> {
  if (sale.purpose !== 'RETURN') return undefined;
  const keys = [...new Set(sale.items.flatMap(({ referencedItem }) => referencedItem?.accessKey ?? []))];
  if (keys.length === 0 || keys.some((key) => key.slice(20, 22) !== '55')) return undefined;
  const known = new Map([...(await receivedOrigins(em, whose, keys)), ...(await ownOrigins(em, whose, keys))]);
  const origins = keys.flatMap((key) => known.get(key) ?? []);
  return origins.length === keys.length ? origins : undefined;
}

async function ownOrigins(em: EntityManager, whose: Whose, keys: string[]): Promise<[string, OriginNote][]> {
  const where = { ...whose, accessKey: { $in: keys }, authorizationDate: { $ne: null } };
  const documents = await em.find(Document, where, { populate: ['computed'] });
  return documents.flatMap(({ accessKey, computed }): [string, OriginNote][] => {
    if (!accessKey || !computed?.model) return [];
    const { note, icms, fcp, icmsDestination, fcpDestination } = computed.totals;
    return [[accessKey, { note, icms, fcp, icmsDestination, fcpDestination }]];
  });
}

async function receivedOrigins(em: EntityManager, whose: Whose, keys: string[]): Promise<[string, OriginNote][]> {
  const notes = await em.find(ReceivedDocument, { ...whose, accessKey: { $in: keys }, eventCode: '' });
  return notes.flatMap(({ accessKey, totalValue }): [string, OriginNote][] =>
    totalValue ? [[accessKey, { note: totalValue }]] : [],
  );
}
