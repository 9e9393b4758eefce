import type { ReformEventType } from '../../../domain/document-types.ts';
import type { ReformContent, ReformItem } from '../../../domain/documents/events/reform/content.ts';

const taxes = { ibsValue: '0.05', cbsValue: '0.45' };
const stock = { quantity: '2.0000', unit: 'CX' };

const items = (...said: ReformItem[]): ReformContent => ({ items: said });
const usual = items({ number: 1, ...taxes, ...stock }, { number: 12, ibsValue: '0.00', cbsValue: '10.00', ...stock });

/** The content of an event of each type, as it is stored. */
export const reformContents: Record<ReformEventType, ReformContent> = {
  EFFECTIVE_PAYMENT: {},
  IMPORT_NOT_EXEMPTED: usual,
  LOSS_IN_SUPPLIER_TRANSPORT: items({
    ...{ number: 1, ...taxes, ...stock },
    reversedIbsCredit: '0.03',
    reversedCbsCredit: '0.27',
  }),
  SUPPLY_NOT_MADE: usual,
  DELIVERY_DATE_CHANGE: { expectedDeliveryDate: '2027-02-10' },
  PRESUMED_CREDIT: items(
    {
      ...{ number: 1, base: '1000.00', creditCode: '01' },
      ...{ ibs: { rate: '0.5000', value: '5.00' }, cbs: { rate: '4.0000', value: '40.00' } },
    },
    { number: 2, base: '100.00', creditCode: '09', ibs: { rate: '7.5000', value: '7.50' } },
  ),
  LOSS_IN_BUYER_TRANSPORT: usual,
  CREDIT_NOTE_ANSWER: { accepted: false },
  FIXED_ASSET: usual,
  FUEL_CREDIT: usual,
  ACTIVITY_CREDIT: items({ number: 1, ...taxes }),
  CARRIER_ACCESS: { carrier: { taxId: '45723174000110', mayAuthorizeOthers: true } },
  DELIVERY_FAILURE: {
    failedDelivery: {
      attemptedAt: '2026-11-27T17:30:00.000Z',
      attempt: 2,
      reason: 'OTHER',
      justification: 'A rua estava alagada e o caminhão não passou',
      latitude: '-23.550520',
      longitude: '-46.633308',
      proofHash: '0uJObQk29JacPTFTlMtooavXdpM=',
      contentType: 'image/jpeg',
    },
  },
  PAYMENT_RECONCILIATION: {
    payments: [
      {
        ...{ method: 'CREDIT_CARD', value: '90.00', paidOn: '2026-11-25', term: 'BY_TERM', brand: '01' },
        ...{ acquirer: '01027058000191', authorization: 'A1B2C3' },
        processedBy: { taxId: '11222333000181', state: 'SP' },
        receiver: { taxId: '11222333000181', state: 'SP' },
      },
      { method: 'OTHERS', value: '10.00', paidOn: '2026-11-26', description: 'Permuta' },
    ],
  },
  EVENT_WITHDRAWAL: {
    eventId: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b',
    withdraws: { code: '211130', protocol: '143260000000001' },
  },
};
