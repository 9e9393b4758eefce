import { expect, test } from 'vitest';
import { changeGivenBack } from '../../../domain/documents/compute/payments.ts';
import type { DocumentPayload } from '../../../domain/documents/payload.ts';
import { item, saleOf } from './sale.ts';

const service: DocumentPayload = {
  type: 'NFSE',
  operationNature: 'Prestação de serviço',
  items: [{ code: 'SUP', description: 'Suporte técnico', quantity: '1', unitValue: '100.00', serviceCode: '010701' }],
};

test('what goods alone can be asked for is no part of a service, and the compiler says so', () => {
  const payloads: DocumentPayload[] = [saleOf([item()]), service];
  for (const payload of payloads) {
    // @ts-expect-error a service has no payments
    expect(payload.payments).toBeUndefined();
    if (payload.type !== 'NFSE') expect(payload.payments).toBeUndefined();
  }
  // @ts-expect-error nor what is given back of them
  expect(changeGivenBack(service, '0.00')).toBeNull();
});
