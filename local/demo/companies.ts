import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import type { OfficeInput } from '../../operations/provisioning/offices.ts';

/** The company that sells in local mode, in homologation. It does not exist: its CNPJ is a well-known example number. */
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
  municipalRegistration: '12345678',
  series: { '55': { series: 1 }, '65': { series: 1 } },
  nfse: { series: 1 },
  serviceDefaults: { totalFederalRate: '13.45', totalStateRate: '0', totalMunicipalRate: '4.00' },
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

/** The client of the demo company: a company in the same city. */
export const demoClient = {
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
};

const { document, name, email, phone, zipCode, street, number, neighborhood, city, state, municipalityCode } =
  demoClient;

/**
 * The other company of local mode: the client of every sale of the demo company, as a company of its own. It is in the seller's environment,
 * because an authority distributes only what was issued in the same one: homologation shows everything about receiving and manifesting, and
 * production stays free of invented notes.
 */
export const demoBuyer = {
  taxId: document,
  name,
  environment: demoCompany.environment,
  stateRegistration: '149626224113',
  cnae: '4711302',
  taxRegime: 'NORMAL',
  address: { street, number, neighborhood, municipalityCode, city, state, zipCode },
  phone,
  email,
  series: { '55': { series: 1 } },
  nfse: { series: 1 },
  taxDefaults: demoCompany.taxDefaults,
  serviceDefaults: demoCompany.serviceDefaults,
} as const satisfies CompanyInput;

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
 * The first company of that office, in PRODUCTION at the simulated authority, because an office sees only production of a month, as in a closing.
 * It lets the office issue.
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

/** The second company of the demo, which does not let its office issue. */
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

/** Further companies of that office, for the scene of the panel: this one's month is closed, and the next one sold nothing. */
export const bazaar = {
  ...workshop,
  taxId: '22233344000183',
  name: 'Bazar Maravilha Ltda',
  tradeName: 'Bazar Maravilha',
  stateRegistration: '118222335000',
  cnae: '4789099',
  email: 'contato@bazarmaravilha.example',
} as const satisfies CompanyInput;

export const florist = {
  ...workshop,
  taxId: '33344455000183',
  name: 'Floricultura Jasmim Ltda',
  tradeName: 'Jasmim Flores',
  stateRegistration: '119333441006',
  cnae: '4789002',
  email: 'oi@jasmimflores.example',
} as const satisfies CompanyInput;
