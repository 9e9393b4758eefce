import type { CompanySettings, NfseSettings } from '../../domain/companies/settings.ts';
import { modulus11 } from '../../domain/modulus-11.ts';
import { issuer } from '../support/samples/notes.ts';
import { sale, shopSettings } from './fixture.ts';

const nfse: NfseSettings = {
  series: 7,
  simplesOption: null,
  simplesAssessment: null,
  specialRegime: '0',
  defaultTemplateId: null,
  municipality: null,
};

/** Settings of a company that also issues NFS-e, and gives the approximate total of taxes on each (E0713). */
export const serviceSettings: CompanySettings = {
  ...shopSettings,
  nfse,
  serviceDefaults: { totalFederalRate: '13.4500', totalStateRate: '0.0000', totalMunicipalRate: '2.0000' },
};

/** A service that is accepted as it is; `changes` replaces or adds fields. */
export function service(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { client } = sale();
  return { type: 'NFSE', client, items: [serviceItem()], ...changes };
}

/** A line of the service. */
export function serviceItem(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const line = { code: 'SUPORTE', description: 'Suporte técnico', serviceCode: '01.07.01', nbsCode: '115021000' };
  return { ...line, quantity: 4, unitValue: '25.00', ...changes };
}

/** An access key of an NFS-e by a company of São Paulo. */
export function nfseKeyOf(taxId: string, number = 1): string {
  const digits = `355030822${taxId}${String(number).padStart(13, '0')}2611345678901`;
  return `${digits}${modulus11(digits)}`;
}

export const nfseKey = nfseKeyOf(issuer.taxId);

/** All details of a service that can stand together; works abroad are not among them, because no service can have them. */
export const everyDetail = {
  place: { municipalityCode: '3509502' },
  competence: '2026-01-31',
  foreignTrade: {
    ...{ mode: '1', relationship: '0', currency: '220', amount: '250.00', providerSupport: '01', takerSupport: '26' },
    ...{ temporaryGoods: '2', importDeclaration: '26/0000001-0', sharedWithMdic: true },
  },
  works: {
    propertyRegistration: 'IPTU 1',
    address: {
      ...{ zipCode: '13010-000', street: 'Avenida Brasil', number: '7', complement: 'Fundos', neighborhood: 'Centro' },
    },
  },
  event: {
    ...{ name: 'Feira do Livro', startDate: '2026-11-20', endDate: '2026-11-22' },
    address: {
      ...{ zipCode: 'W1A 1AA', city: 'Londres', region: 'Greater London', street: 'Portland Place', number: '1' },
      neighborhood: 'Marylebone',
    },
  },
  deductions: {
    documents: [
      {
        ...{ type: '99', description: 'Peças', issueDate: '2026-10-31', deductibleValue: 20, value: '10.00' },
        municipalNfse: { municipalityCode: '3509502', number: '42', verificationCode: 'A1B2' },
        supplier: {
          ...{ name: 'Peças Ltda', document: '33.000.167/0001-01', zipCode: '01001-000', street: 'Praça da Sé' },
          ...{ number: '2', neighborhood: 'Sé', city: 'São Paulo', state: 'SP', municipalityCode: '3550308' },
        },
      },
    ],
  },
  intermediary: {
    ...{ name: 'Plataforma Ltda', document: '33.000.167/0001-01', zipCode: '01001-000', street: 'Praça da Sé' },
    ...{ number: '1', neighborhood: 'Sé', city: 'São Paulo', state: 'SP', municipalityCode: '3550308' },
  },
  conditionalDiscount: 5,
  order: { number: '4500012345', items: ['10', '20'] },
  ibsCbs: {
    personalUse: false,
    operation: 'SUPPLY_ALREADY_PAID',
    previousDocuments: [nfseKey],
    governmentEntity: 'STATE',
    recipient: {
      ...{ name: 'Secretaria da Saúde', document: '33.000.167/0001-01', zipCode: '01001-000', street: 'Praça da Sé' },
      ...{ number: '3', neighborhood: 'Sé', city: 'São Paulo', state: 'SP', municipalityCode: '3550308' },
    },
    property: { propertyRegistration: 'IPTU 2', cib: 'AB12CD34' },
    reimbursements: [
      {
        ...{ type: '99', description: 'Peças', issueDate: '2026-01-30', competence: '2026-01-10', value: 5 },
        otherDocument: { number: '42', description: 'Recibo' },
        supplier: { name: 'Peças Ltda', document: '33.000.167/0001-01' },
      },
    ],
    presumedCreditCode: '02',
  },
  approximateTaxes: { federalValue: 13.45, stateValue: '0', municipalValue: '2.00' },
};
