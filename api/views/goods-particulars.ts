import type { GoodsPayload } from '../../domain/documents/payload.ts';
import type { Schema } from '../operations.ts';

type Particulars = Pick<
  Schema<'FiscalDocumentDetail'>,
  'governmentPurchase' | 'movementDateTime' | 'expectedDeliveryDate'
>;

/** What few documents of goods say, as it was asked for; each field is absent where nothing is said. */
export function particularsView(payload: GoodsPayload | null): Particulars {
  const { governmentPurchase, movementDateTime, expectedDeliveryDate } = payload ?? {};
  return {
    ...(governmentPurchase
      ? {
          governmentPurchase: {
            ...governmentPurchase,
            rateReduction: governmentPurchase.rateReduction ?? null,
            previousDocuments: governmentPurchase.previousDocuments ?? [],
          },
        }
      : {}),
    ...(movementDateTime ? { movementDateTime } : {}),
    ...(expectedDeliveryDate ? { expectedDeliveryDate } : {}),
  };
}
