import type { EntityManager } from '../../config/orm.ts';
import { normalizeClient } from '../../domain/clients/normalize.ts';
import { decimalFault, moneyForm } from '../../domain/decimal-form.ts';
import { withNormalService } from '../../domain/documents/normal-numbers.ts';
import type { ServiceItemInput, ServicePayload } from '../../domain/documents/payload.ts';
import type { ServiceDetails } from '../../domain/documents/service-sale.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import { serviceRates } from '../../domain/service-taxation/fields.ts';
import type { ServiceRecords } from '../../domain/taxation/levels/records.ts';
import type { ActingCompany } from '../acting-company.ts';
import { namedRecords, withDefaultTemplate } from '../records/named-records.ts';
import { serviceRecords } from '../records/tax-records.ts';
import type { AskedDetails, AskedService, AskedServiceItem } from './asked-sale.ts';
import { referenceFaults } from './references.ts';
import { replacedBy } from './replaced.ts';
import { soldItem } from './sold-item.ts';

/** The service of a sale, and what its lines take their taxes from. */
export type ReadService = { kind: 'service'; payload: ServicePayload; records: ServiceRecords };

/** `readSale` of a service. */
export async function readService(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  sale: AskedService,
): Promise<ReadService> {
  const naming = withDefaultTemplate(sale, company.settings);
  const found = await namedRecords(em, company.id, naming);
  refuseAny(referenceFaults(sale, { ...found, carriage: null }));
  const { operationNature, items, service, replaces, ...asked } = sale;
  const payload = withNormalService({
    ...asked,
    operationNature: operationNature ?? found.template?.operationNature ?? '',
    items: items.map((item) => completedItem(item, found.products(item.productId))),
    ...(service ? { service: completedDetails(service) } : {}),
    ...(replaces ? { replaces: await replacedBy(em, company.environment, replaces) } : {}),
  });
  refuseAny(rateFaults(payload));
  return { kind: 'service', payload, records: serviceRecords(naming, found) };
}

function completedItem(asked: AskedServiceItem, product: Product | undefined): ServiceItemInput {
  const { code, description, unitValue, unit, ...item } = asked;
  return { ...item, ...soldItem({ code, description, unitValue, unit }, product) };
}

function completedDetails({ intermediary, ...service }: AskedDetails): ServiceDetails {
  return {
    ...service,
    ...(intermediary ? { intermediary: normalizeClient(intermediary, 'service.intermediary') } : {}),
  };
}

/** Rates with more places than the layout prints, which a JSON number can have. */
function rateFaults({ items }: ServicePayload): Fault[] {
  return items.flatMap((item, index) =>
    serviceRates.flatMap(({ field }) => {
      const message = item[field] ? decimalFault(item[field], { ...moneyForm, digits: 3 }) : null;
      return message ? [{ code: 'validation_error' as const, path: `items[${index}].${field}`, message }] : [];
    }),
  );
}
