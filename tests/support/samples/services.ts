import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import type {
  ComputedService,
  ComputedServiceItem,
  ServiceAmounts,
} from '../../../domain/documents/computed-service.ts';
import type { DeductionDocument, SiteAddress } from '../../../domain/documents/service-sale.ts';
import type { DpsIdentity } from '../../../domain/nfse/dps.ts';
import { issuer as company, recipient } from './notes.ts';

/** The company of the sample notes, as an issuer of services. */
export const serviceIssuer: Issuer = {
  ...company,
  settings: {
    ...company.settings,
    nfse: {
      series: 1,
      simplesOption: null,
      simplesAssessment: null,
      specialRegime: '0',
      defaultTemplateId: null,
      municipality: null,
    },
  },
};

/** Another company, of Campinas. */
export const taker: ClientSnapshot = { ...recipient, address: { ...recipient.address, number: '1500' } };

/** A company of Lisbon, identified by its number there. */
export const foreignTaker: ClientSnapshot = {
  ...taker,
  name: 'Empresa Lisboeta, Lda',
  document: 'PT501442600',
  documentType: 'FOREIGN',
  type: 'FOREIGN',
  stateRegistration: null,
  taxpayerType: 'NAO_CONTRIBUINTE',
  address: { street: 'Rua Augusta', number: '1', neighborhood: 'Baixa', city: 'Lisboa', zipCode: '1100048' },
  country: 'PT',
};

export const dpsIdentity: DpsIdentity = {
  series: 1,
  number: 42,
  issuedAt: new Date('2026-11-21T12:30:00Z'),
  environment: 'HOMOLOGATION',
  version: '0.1.0',
};

export const site: SiteAddress = {
  zipCode: '13010000',
  street: 'Rua Barão de Jaguara',
  number: '900',
  complement: 'Fundos',
  neighborhood: 'Centro',
};

export const siteAbroad: SiteAddress = { ...site, zipCode: 'EC1A 1BB', city: 'London', region: 'Greater London' };

/** A document that proves a deduction, identified by its number. */
export function deductionDocument(overrides: Partial<DeductionDocument> = {}): DeductionDocument {
  const number = Object.keys(overrides).some((name) => name.endsWith('Key') || name.endsWith('Nfse'))
    ? {}
    : { fiscalNumber: '1234', supplier: taker };
  return { ...number, type: '2', issueDate: '2026-11-20', deductibleValue: '100.00', value: '100.00', ...overrides };
}

const nothing: ServiceAmounts = {
  computedBy: 'LAVRA',
  service: '1000.00',
  unconditionalDiscount: null,
  conditionalDiscount: null,
  deductions: null,
  benefit: null,
  issBase: '1000.00',
  issRate: '5.0000',
  iss: '50.00',
  issWithheld: null,
  pisCofinsBase: null,
  pis: null,
  cofins: null,
  pisWithheld: null,
  cofinsWithheld: null,
  inss: null,
  irrf: null,
  csll: null,
  withheld: null,
  net: '1000.00',
  ibsCbs: null,
};

/** Amounts of a service of R$ 1000.00 with ISSQN of 5 %, and nothing else by default. */
export function serviceAmounts(overrides: Partial<ServiceAmounts> = {}): ServiceAmounts {
  return { ...nothing, ...overrides };
}

export function computedServiceItem(overrides: Partial<ComputedServiceItem> = {}): ComputedServiceItem {
  return {
    number: 1,
    code: 'SUP',
    description: 'Suporte técnico em informática',
    unit: 'H',
    quantity: '10.0000',
    unitValue: '100.0000000000',
    total: '1000.00',
    discount: null,
    additionalInfo: null,
    taxation: {},
    taxedBy: { taxRule: null, product: null, template: null },
    ibsCbs: null,
    ...overrides,
  };
}

/**
 * A service of R$ 1000.00 to a company, with the fewest fields that a DPS can have; callers that change `fields` or `amounts` must keep
 * them consistent.
 */
export function computedService(overrides: Partial<ComputedService> = {}): ComputedService {
  return {
    model: null,
    issuer: serviceIssuer,
    taker,
    regime: { opSimpNac: '1', regApTribSN: null, regEspTrib: '0' },
    place: { municipalityCode: '3550308' },
    competence: '2026-11-21',
    fields: { serviceCode: '010701', issTaxation: '1', issWithholding: '1', issRate: '5.0000' },
    description: 'Suporte técnico em informática',
    items: [computedServiceItem()],
    amounts: serviceAmounts(),
    foreignTrade: null,
    works: null,
    event: null,
    deductions: null,
    intermediary: null,
    order: null,
    replaces: null,
    additionalInfo: null,
    ...overrides,
  };
}

/** A service with every group that a DPS can have, and every field in them that can stand beside the others; no authority would accept it. */
export function fullService(overrides: Partial<ComputedService> = {}): ComputedService {
  return computedService({
    fields: {
      serviceCode: '070201',
      municipalServiceCode: '701',
      nbsCode: '101011100',
      issTaxation: '1',
      issResultCountry: 'PT',
      issImmunityType: '1',
      issSuspensionType: '1',
      issSuspensionProcess: '000000000050012345620264036100',
      issBenefitCode: '35503080100001',
      issBenefitReduction: '10.0000',
      issWithholding: '2',
      issRate: '5.0000',
      pisCofinsCst: '01',
      pisRate: '0.6500',
      cofinsRate: '3.0000',
      pisCofinsWithholding: '3',
      totalFederalRate: '13.4500',
      totalStateRate: '0.0000',
      totalMunicipalRate: '5.0000',
      ibsCbsSituation: '515',
      ibsCbsClassification: '515001',
      ibsCbsOperationIndicator: '020101',
      ibsCbsRegularSituation: '000',
      ibsCbsRegularClassification: '000001',
      ibsStateDeferralRate: '100.0000',
      ibsMunicipalDeferralRate: '100.0000',
      cbsDeferralRate: '50.0000',
    },
    description: 'Reforma da loja 2\nProjeto, execução & limpeza\n"Entrega" < 30 dias',
    amounts: serviceAmounts({
      unconditionalDiscount: '10.00',
      conditionalDiscount: '5.00',
      deductions: '100.00',
      benefit: '89.00',
      issBase: '801.00',
      iss: '40.05',
      issWithheld: '40.05',
      pisCofinsBase: '990.00',
      pis: '6.44',
      cofins: '29.70',
      pisWithheld: '6.44',
      cofinsWithheld: '29.70',
      inss: '110.00',
      irrf: '14.85',
      csll: '9.90',
      withheld: '210.94',
      net: '774.06',
    }),
    foreignTrade: {
      mode: '1',
      relationship: '0',
      currency: '220',
      amount: '190.48',
      providerSupport: '01',
      takerSupport: '01',
      temporaryGoods: '1',
      importDeclaration: '261234567890',
      exportRegistration: '260987654321',
      sharedWithMdic: true,
    },
    works: { propertyRegistration: '012.345.6789-0', code: '900012345678' },
    event: { name: 'Feira do Livro de São Paulo', startDate: '2026-11-20', endDate: '2026-11-22', address: site },
    deductions: { documents: [deductionDocument()] },
    intermediary: { ...taker, name: 'Intermediadora & Filhos S.A.', document: '52998224725', documentType: 'CPF' },
    order: { number: 'OC-2026/77', items: ['1', '2'] },
    replaces: {
      documentId: null,
      accessKey: '35503082211222333000181000000000004126111483920170',
      reason: '99',
      description: 'Valor do serviço informado a menor',
    },
    additionalInfo: 'Contrato 45/2026. Serviço prestado nas dependências do tomador.',
    ...overrides,
  });
}
