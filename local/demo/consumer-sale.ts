/** A sale over the counter as a till posts it: an NFC-e to nobody in particular, paid in cash with change. */
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
