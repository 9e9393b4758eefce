import { operationOf } from '../../domain/documents/compute/operation.ts';
import { noteWarnings } from '../../domain/documents/compute/warnings.ts';
import type { ComputedItem } from '../../domain/documents/computed-note.ts';
import type { ItemInput } from '../../domain/documents/payload.ts';
import type { GoodsPreview, Preview } from '../../operations/documents/preview.ts';
import type { Schema } from '../operations.ts';
import { duplicateViews, paymentViews } from './charges.ts';
import { icmsView } from './item-taxes.ts';
import { placeView } from './place.ts';
import { previewClient } from './preview-client.ts';
import { servicePreview } from './service-preview.ts';
import { goodsTotals } from './tax-totals.ts';
import { taxTraceView } from './tax-trace.ts';
import { noTradeOfItem, tradeOfItemView, tradeView } from './trade.ts';
import { transportView } from './transport.ts';

/** A whole computed document, with the reasons for its taxes. */
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
    service: null,
    replaces: null,
    referencedDocuments: note.referencedDocuments,
    additionalInfo: note.additionalInfo,
    warnings: noteWarnings(note, payload, { on, rates }),
  };
}

const destinations = { '1': 'INTERNAL', '2': 'INTERSTATE', '3': 'ABROAD' } as const;

/** A computed line with every amount of its taxes, in the order in which one reads it; `asked` is what it was computed from. */
function previewItem(line: ComputedItem, asked: ItemInput | undefined): Schema<'PreviewItem'> {
  const { number, code, gtin, description, ncm, cest, cfop, unit, quantity, unitValue, total, ...rest } = line;
  const { icms, taxation, taxedBy = unknown, referencedItem = null, benefitCode = null, taxable, ...others } = rest;
  const { presumedCredit = null, approximateTaxes, returnedIpi = null, ...amounts } = others;
  const { productId = null, taxRuleId = null } = asked ?? {};
  const counted = taxable ?? { unit, quantity, unitValue };
  return {
    ...{ number, code, description, productId, taxRuleId, gtin, ncm, cest, cfop, benefitCode },
    ...{ unit, quantity, unitValue, totalValue: total },
    taxedBy,
    taxation: taxTraceView(taxation),
    presumedCredit,
    icms: icms && icmsView(icms),
    referencedItem,
    approximateTaxes: approximateTaxes?.value ?? null,
    returnedIpi,
    ...amounts,
    ...{ taxUnit: counted.unit, taxQuantity: counted.quantity, taxUnitValue: counted.unitValue },
    ...(asked ? tradeOfItemView(asked) : noTradeOfItem),
  };
}

const unknown = { taxRule: null, product: null, template: null };
