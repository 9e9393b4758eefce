/** A company's form without faults, written as people write it. */
export const companyForm = {
  taxId: '11.222.333/0001-81',
  name: 'Loja de Teste Ltda',
  stateRegistration: '110.042.490.114',
  taxRegime: 'SIMPLES',
  address: {
    street: 'Rua A',
    number: '1',
    neighborhood: 'Centro',
    municipalityCode: '3550308',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01310-100',
  },
  taxDefaults: { cfop: '5102', icmsSituation: '102' },
};
