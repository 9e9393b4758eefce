import { demoClient } from './client.ts';

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
