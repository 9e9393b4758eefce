import type { ActingCompany } from '../../../operations/acting.ts';

/** A sale to nobody who exists, in the company's own city: what the first note is tried with. */
export function testSale({ settings }: ActingCompany, asked: string) {
  const { street, number, neighborhood, city, state, municipalityCode, zipCode } = settings?.address ?? {};
  const address = { street, number, neighborhood, city, state, municipalityCode, zipCode };
  return {
    type: 'NFE',
    emit: true,
    externalId: `primeira-nota-${asked.slice(-12)}`,
    operationNature: 'Venda de mercadoria',
    finalConsumer: true,
    client: { name: 'Cliente de teste', document: '11144477735', ...address },
    items: [
      {
        code: 'TESTE',
        description: 'Item de teste',
        ncm: '19012090',
        unit: 'UN',
        quantity: '1',
        unitValue: '10.00',
      },
    ],
    payments: [{ method: 'PIX', value: '10.00' }],
  };
}
