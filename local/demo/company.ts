import type { CompanyInput } from '../../domain/companies/settings-schema.ts';

/** The company that local mode issues as, in homologation. It does not exist: its CNPJ is a well-known example number. */
export const demoCompany = {
  taxId: '11222333000181',
  name: 'Lavra Demonstração Ltda',
  tradeName: 'Lavra Demo',
  environment: 'HOMOLOGATION',
  stateRegistration: '110042490114',
  cnae: '4751201',
  taxRegime: 'NORMAL',
  address: {
    street: 'Avenida Paulista',
    number: '1000',
    complement: 'Conjunto 101',
    neighborhood: 'Bela Vista',
    municipalityCode: '3550308',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01310100',
  },
  phone: '1133334444',
  email: 'fiscal@lavra.example',
  series: { '55': { series: 1 }, '65': { series: 1 } },
  taxDefaults: {
    cfop: '5102',
    icmsOrigin: '0',
    icmsSituation: '00',
    icmsRate: '18.00',
    pisSituation: '01',
    pisRate: '1.65',
    cofinsSituation: '01',
    cofinsRate: '7.60',
    ibsCbsSituation: '000',
    ibsCbsClassification: '000001',
  },
} as const satisfies CompanyInput;
