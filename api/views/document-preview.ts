import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import { operationOf } from '../../domain/documents/compute/operation.ts';
import { noteWarnings, serviceWarnings, homologationWarnings } from '../../domain/documents/compute/warnings.ts';
import type { ComputedItem } from '../../domain/documents/computed-note.ts';
import { chargedFor, type ComputedServiceItem } from '../../domain/documents/computed-service.ts';
import type { ItemInput, ServiceItemInput } from '../../domain/documents/payload.ts';
import { decimal } from '../../domain/money.ts';
import type { GoodsPreview, Preview, ServicePreview } from '../../operations/documents/preview.ts';
import type { Schema } from '../operations.ts';
import { duplicateViews, paymentViews } from './charges.ts';
import { netPriceView, noGoods } from './document-item.ts';
import { computedIssqnView } from './issqn.ts';
import { icmsView, simplesView } from './item-taxes.ts';
import { placeView } from './place.ts';
import { replacementView, serviceView } from './service-details.ts';
import { goodsTotals, totalsOfService } from './tax-totals.ts';
import { taxTraceView } from './tax-trace.ts';
import { particularsView } from './goods-particulars.ts';
import { noTrade, noTradeOfItem, tradeOfItemView, tradeView } from './trade.ts';
import { transportView } from './transport.ts';

/** A preview: the whole computed document, with the reasons for its taxes. */
export function documentPreview(preview: Preview): Schema<'DocumentPreview'> {
  return preview.kind === 'service' ? servicePreview(preview) : goodsPreview(preview);
}

function goodsPreview({ note, payload, client, on, rates }: GoodsPreview): Schema<'DocumentPreview'> {
  const { issuer, operationNature, operationType, purpose, finalConsumer, presence, totals } = note;
  const { destination, originState, destinationState } = operationOf(issuer, client, payload, on);
  return {
    type: payload.type,
    environment: issuer.environment,
    issueDateTime: on.toISOString(),
    operationNature,
    operationType,
    purpose,
    destination: destinations[destination],
    originState,
    destinationState,
    taxRegime: issuer.settings.taxRegime,
    finalConsumer,
    presence,
    client: previewClient(client),
    totalValue: totals.note,
    items: note.items.map((item, index) => previewItem(item, payload.items[index])),
    taxTotals: goodsTotals(totals, { totals: true, sums: true }),
    payments: paymentViews(payload, note),
    change: note.change,
    duplicates: duplicateViews(payload, note),
    transport: transportView(payload.transport),
    delivery: placeView(note.delivery),
    pickup: placeView(note.pickup),
    ...tradeView(payload),
    ...particularsView(payload),
    service: null,
    replaces: null,
    referencedDocuments: note.referencedDocuments,
    additionalInfo: note.additionalInfo,
    warnings: [...noteWarnings(note, payload, { on, rates }), ...homologationWarnings(note, { on, rates })],
  };
}

const destinations = { '1': 'INTERNAL', '2': 'INTERSTATE', '3': 'ABROAD' } as const;

/** A computed line with every amount of its taxes, in the order in which people read it; `asked` is the line that was sent. */
function previewItem(line: ComputedItem, asked: ItemInput | undefined): Schema<'PreviewItem'> {
  const { number, code, gtin, description, ncm, cest, cfop, unit, quantity, unitValue, total, ...rest } = line;
  const { icms, taxation, taxedBy = unknown, referencedItem = null, benefitCode = null, taxable, ...others } = rest;
  const { presumedCredit = null, approximateTaxes, returnedIpi = null, netPrice, issqn, ...shown } = others;
  // `endedTaxes` is left out, because a warning says the same.
  const amounts = { ...shown, ...simplesView(line) };
  delete amounts.endedTaxes;
  const { productId = null, taxRuleId = null } = asked ?? {};
  const counted = taxable ?? { unit, quantity, unitValue };
  return {
    ...{ number, code, description, productId, taxRuleId, gtin, ncm, cest, cfop, benefitCode },
    ...{ unit, quantity, unitValue, totalValue: total },
    ...netPriceView(netPrice),
    taxedBy,
    taxation: taxTraceView(taxation),
    presumedCredit,
    icms: icms && icmsView(icms),
    referencedItem,
    approximateTaxes: approximateTaxes?.value ?? null,
    returnedIpi,
    ...(issqn ? { issqn: computedIssqnView(issqn) } : {}),
    ...amounts,
    ...{ taxUnit: counted.unit, taxQuantity: counted.quantity, taxUnitValue: counted.unitValue },
    ...(asked ? tradeOfItemView(asked) : noTradeOfItem),
  };
}

const unknown = { taxRule: null, product: null, template: null };

/** A whole computed service, with the reasons for its taxes; fields that only goods have are null. */
function servicePreview({ service, payload, client, on }: ServicePreview): Schema<'DocumentPreview'> {
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
    items: service.items.map((item, index) => previewServiceItem(item, payload.items[index])),
    taxTotals: totalsOfService(amounts, { sums: false }),
    ...{ payments: [], change: null, duplicates: [], transport: null, delivery: null, pickup: null },
    referencedDocuments: [],
    ...noTrade,
    service: serviceView(payload, service),
    replaces: replacementView(payload.replaces),
    additionalInfo: service.additionalInfo,
    warnings: serviceWarnings(service),
  };
}

function previewServiceItem(line: ComputedServiceItem, asked: ServiceItemInput | undefined): Schema<'PreviewItem'> {
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

/** The recipient of a previewed document, as a document would keep it. */
function previewClient(client: ClientSnapshot): Schema<'PreviewClient'> {
  const { id, name, document, documentType, type, taxpayerType, stateRegistration, isuf = null, address } = client;
  const state = address?.state ?? null;
  return { id, name, document, documentType, type, taxpayerType, stateRegistration, isuf, state };
}
