import type { ComputedServiceItem } from '../../domain/documents/computed-service.ts';
import { chargedFor } from '../../domain/documents/compute/charged-for.ts';
import type { ServiceItemInput } from '../../domain/documents/payload.ts';
import { decimal } from '../../domain/money.ts';
import type { ServicePreview } from '../../operations/documents/preview.ts';
import type { Schema } from '../operations.ts';
import { noGoods } from './document-item.ts';
import { previewClient } from './preview-client.ts';
import { replacementView, serviceView } from './service-details.ts';
import { totalsOfService } from './tax-totals.ts';
import { taxTraceView } from './tax-trace.ts';
import { noTrade } from './trade.ts';

/** A whole computed service, with the reasons for its taxes; what goods alone have is null. */
export function servicePreview({ service, payload, client, on }: ServicePreview): Schema<'DocumentPreview'> {
  const { issuer, amounts } = service;
  const { state } = issuer.settings.address;
  return {
    type: payload.type,
    environment: issuer.environment,
    issueDateTime: on.toISOString(),
    operationNature: payload.operationNature || null,
    ...{ operationType: null, purpose: null, destination: null, finalConsumer: null, presence: null },
    originState: state,
    destinationState: client.country === 'BR' ? (client.address?.state ?? state) : null,
    taxRegime: issuer.settings.taxRegime,
    client: previewClient(client),
    totalValue: chargedFor(amounts),
    items: service.items.map((item, index) => previewItem(item, payload.items[index])),
    taxTotals: totalsOfService(amounts, { sums: false }),
    ...{ payments: [], change: null, duplicates: [], transport: null, delivery: null, pickup: null },
    referencedDocuments: [],
    ...noTrade,
    service: serviceView(payload, service),
    replaces: replacementView(payload.replaces),
    additionalInfo: service.additionalInfo,
    warnings: [],
  };
}

function previewItem(line: ComputedServiceItem, asked: ServiceItemInput | undefined): Schema<'PreviewItem'> {
  const { number, code, description, unit, quantity, unitValue, total, discount, additionalInfo, taxedBy } = line;
  const { productId = null, taxRuleId = null } = asked ?? {};
  return {
    ...{ number, code, description, productId, taxRuleId, unit, unitValue, totalValue: total },
    quantity: decimal(quantity).toFixed(4),
    ...noGoods,
    ...{ discount, additionalInfo, taxedBy, taxation: taxTraceView(line.taxation) },
    ibsCbs: null,
    ...{ referencedItem: null, returnedIpi: null, presumedCredit: null },
  };
}
