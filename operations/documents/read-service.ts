import type { EntityManager } from '../../config/orm.ts';
import { checkClient } from '../../domain/clients/normalize.ts';
import { withNormalService } from '../../domain/documents/normal-numbers.ts';
import type { ServiceItemInput, ServicePayload } from '../../domain/documents/payload.ts';
import type { ServiceDetails } from '../../domain/documents/service-sale.ts';
import { type Fault, triedLater } from '../../domain/faults.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { ServiceRecords } from '../../domain/taxation/levels/records.ts';
import type { ActingCompany } from '../acting-company.ts';
import { namedRecords, withDefaultTemplate } from '../records/named-records.ts';
import { serviceRecords } from '../records/tax-records.ts';
import type { AskedDetails, AskedService, AskedServiceItem } from './asked-sale.ts';
import { referenceFaults } from './references.ts';
import { replacedBy } from './replaced.ts';
import { soldItem } from './sold-item.ts';

/**
 * The service of a sale, what its lines take their taxes from, and the faults of the records and of whom it names; `records` is null where
 * one that decides taxes cannot be used.
 */
export type ReadService = { kind: 'service'; payload: ServicePayload; records: ServiceRecords | null; faults: Fault[] };

/** `readSale` of a service. */
export async function readService(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  sale: AskedService,
): Promise<ReadService> {
  const naming = withDefaultTemplate(sale, company.settings);
  const found = await namedRecords(em, company.id, naming);
  const { operationNature, items, service, replaces, ...asked } = sale;
  const details = service ? completedDetails(service) : null;
  const replaced = replaces ? await triedLater(() => replacedBy(em, company.environment, replaces)) : null;
  const payload = withNormalService({
    ...asked,
    operationNature: operationNature ?? found.template?.operationNature ?? '',
    items: items.map((item) => completedItem(item, found.products(item.productId))),
    ...(details ? { service: details.service } : {}),
    ...(replaced?.value ? { replaces: replaced.value } : {}),
  });
  const ofRecords = referenceFaults(sale, { ...found, carriage: null });
  const faults = [...ofRecords, ...(details?.faults ?? []), ...(replaced?.faults ?? [])];
  return { kind: 'service', payload, records: ofRecords.length > 0 ? null : serviceRecords(naming, found), faults };
}

function completedItem(asked: AskedServiceItem, product: Product | undefined): ServiceItemInput {
  const { code, description, unitValue, unit, ...item } = asked;
  return { ...item, ...soldItem({ code, description, unitValue, unit }, product) };
}

function completedDetails({ intermediary, ...service }: AskedDetails): { service: ServiceDetails; faults: Fault[] } {
  if (!intermediary) return { service, faults: [] };
  const { client, faults } = checkClient(intermediary, 'service.intermediary');
  return { service: { ...service, intermediary: client }, faults };
}
