import { demoClient } from './client.ts';

/** A service as an ERP posts it: eight hours of consulting to a company of the same city; `replaces` names the document that it corrects. */
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
