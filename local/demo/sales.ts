import { demoClient } from './companies.ts';

/** A sale as an ERP posts it: two items to a company of the same state, paid by PIX. */
export function demoSale(externalId: string) {
  return {
    type: 'NFE',
    emit: true,
    externalId,
    operationNature: 'Venda de mercadoria',
    client: { ...demoClient, stateRegistration: '149626224113' },
    items: [
      {
        code: 'CAFE-500',
        description: 'Café torrado em grãos, pacote de 500 g',
        ncm: '09012100',
        cfop: '5102',
        unit: 'UN',
        quantity: '10',
        unitValue: '32.90',
      },
      {
        code: 'FILTRO-103',
        description: 'Filtro de papel nº 103, caixa com 30 unidades',
        ncm: '48232099',
        cfop: '5102',
        unit: 'CX',
        quantity: '5',
        unitValue: '4.20',
      },
    ],
    payments: [{ method: 'PIX', value: '350.00' }],
  };
}

const dayMs = 86_400_000;

/** The sale of `demoSale`, to be paid in two installments, 30 and 60 days after `today`. */
export function demoSaleOnTerms(externalId: string, today: Date) {
  const { payments, ...sale } = demoSale(externalId);
  const total = payments.reduce((sum, { value }) => sum + Number(value), 0);
  const due = (days: number): string => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
  return {
    ...sale,
    duplicates: [30, 60].map((days) => ({ dueDate: due(days), value: (total / 2).toFixed(2) })),
  };
}

/** A sale at a counter as a point of sale posts it: an NFC-e without a named consumer, paid in cash with change. */
export function demoConsumerSale(externalId: string) {
  return {
    type: 'NFCE',
    emit: true,
    externalId,
    operationNature: 'Venda ao consumidor',
    client: { name: 'Consumidor', document: '' },
    items: [
      {
        code: 'CAFE-500',
        description: 'Café torrado em grãos, pacote de 500 g',
        ncm: '09012100',
        unit: 'UN',
        quantity: '2',
        unitValue: '32.90',
      },
      {
        code: 'FILTRO-103',
        description: 'Filtro de papel nº 103, caixa com 30 unidades',
        ncm: '48232099',
        unit: 'CX',
        quantity: '1',
        unitValue: '4.20',
      },
    ],
    payments: [{ method: 'CASH', value: '100.00' }],
  };
}

/** A service as an ERP posts it: eight hours of consulting to a company of the same city; `replaces` is the id of the document that it replaces. */
export function demoService(externalId: string, { hours = '8', replaces }: { hours?: string; replaces?: string } = {}) {
  return {
    type: 'NFSE',
    emit: true,
    externalId,
    client: demoClient,
    items: [
      {
        code: 'CONSULTORIA',
        description: 'Consultoria em tecnologia da informação, por hora',
        quantity: hours,
        unitValue: '250.00',
        serviceCode: '010601',
      },
    ],
    ...(replaces
      ? { replaces: { documentId: replaces, reason: '99', description: 'Quantidade de horas corrigida' } }
      : {}),
  };
}
