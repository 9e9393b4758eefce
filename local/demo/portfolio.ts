import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import type { OfficeInput } from '../../operations/provisioning/offices.ts';
import { demoCompany } from './company.ts';

/** The office of local mode. It does not exist: its CNPJ is an example number. */
export const demoOffice = {
  taxId: '98765432000198',
  name: 'Contábil Horizonte Ltda',
  email: 'contato@contabilhorizonte.example',
} as const satisfies OfficeInput;

const { taxRegime, taxDefaults, serviceDefaults } = demoCompany;
const common = { environment: 'PRODUCTION', taxRegime, taxDefaults, serviceDefaults } as const;
const inSaoPaulo = { municipalityCode: '3550308', city: 'São Paulo', state: 'SP' } as const;

/**
 * The companies of that office, in PRODUCTION at the simulated authority: what an office sees of a month, a closing above all, is production
 * alone (decisions-2, 1). The first lets the office issue.
 */
export const bakery = {
  ...common,
  taxId: '11444777000161',
  name: 'Padaria Estrela da Manhã Ltda',
  tradeName: 'Padaria Estrela',
  stateRegistration: '115550448111',
  cnae: '4721102',
  address: {
    ...{ street: 'Rua Augusta', number: '1500', neighborhood: 'Consolação' },
    ...{ zipCode: '01304001', ...inSaoPaulo },
  },
  phone: '1133445566',
  email: 'dona@padariaestrela.example',
  municipalRegistration: '87654321',
  series: { '55': { series: 1 } },
  nfse: { series: 1 },
} as const satisfies CompanyInput;

/** The second does not let it issue. */
export const workshop = {
  ...common,
  taxId: '12345678000195',
  name: 'Oficina Roda Livre Ltda',
  tradeName: 'Roda Livre',
  stateRegistration: '116881331118',
  cnae: '4520001',
  address: {
    ...{ street: 'Rua Vergueiro', number: '2200', neighborhood: 'Vila Mariana' },
    ...{ zipCode: '04102000', ...inSaoPaulo },
  },
  phone: '1155667788',
  email: 'dono@rodalivre.example',
  municipalRegistration: '13572468',
  series: { '55': { series: 1 } },
  nfse: { series: 1 },
} as const satisfies CompanyInput;
