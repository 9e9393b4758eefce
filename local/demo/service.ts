/** A service as an ERP posts it: eight hours of consulting to a company of the same city; `replaces` names the document that it corrects. */
export function demoService(externalId: string, { hours = '8', replaces }: { hours?: string; replaces?: string } = {}) {
  return {
    type: 'NFSE',
    emit: true,
    externalId,
    client: {
      name: 'Comercial São João Ltda',
      document: '04252011000110',
      email: 'compras@saojoao.example',
      phone: '1122223333',
      zipCode: '01001000',
      street: 'Praça da Sé',
      number: '100',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      municipalityCode: '3550308',
    },
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
