import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Issuer, NfseSettings } from '../../../domain/companies/settings.ts';
import { computeService, type ServiceInput } from '../../../domain/documents/compute/service.ts';
import type { ServiceItemInput, ServicePayload } from '../../../domain/documents/payload.ts';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { issuerOf, personIn, taxpayerIn } from './sale.ts';

/** A company of São Paulo with the NFS-e settings of the case. */
export function providerOf(
  taxRegime: TaxRegime = 'NORMAL',
  nfse: Partial<NfseSettings> = {},
  settings: Partial<Issuer['settings']> = {},
): Issuer {
  const kept: NfseSettings = {
    series: 1,
    simplesOption: null,
    simplesAssessment: null,
    specialRegime: '0',
    defaultTemplateId: null,
    municipality: null,
    ...nfse,
  };
  const { serviceDefaults, ...others } = settings;
  const total = taxRegime === 'NORMAL' ? totalOfTaxes : {};
  return issuerOf(taxRegime, { nfse: kept, serviceDefaults: { ...total, ...serviceDefaults }, ...others });
}

/** The totals of taxes that a company outside Simples puts on every NFS-e (E0713). */
export const totalOfTaxes = { totalFederalRate: '13.45', totalStateRate: '0.00', totalMunicipalRate: '2.00' };

/** Keys of an NFS-e of that company, and of another. */
export const ownKey = '35503082211222333000181000000000000126110000000012';
export const otherKey = '35503082211444777000161000000000000126110000000016';

/** Support in informatics for 1000.00, with the fields of the case. */
export function served(fields: Partial<ServiceItemInput> = {}): ServiceItemInput {
  return {
    code: 'SUP',
    description: 'Suporte técnico',
    quantity: '1',
    unitValue: '1000',
    serviceCode: '010701',
    ...fields,
  };
}

export function serviceOf(
  items: ServiceItemInput[] = [served()],
  fields: Partial<ServicePayload> = {},
): ServicePayload {
  return { type: 'NFSE', operationNature: '', items, ...fields };
}

/** A company of the state; an NFS-e has no state registration. */
export const company: ClientSnapshot = taxpayerIn('SP');
export const person: ClientSnapshot = personIn('SP');

/** A company of Delaware, with its document and its address. */
export const foreigner: ClientSnapshot = {
  ...company,
  name: 'Acme Inc',
  document: '98-7654321',
  documentType: 'FOREIGN',
  type: 'FOREIGN',
  stateRegistration: null,
  taxpayerType: 'NAO_CONTRIBUINTE',
  address: { street: 'Market St', number: '1', neighborhood: 'Centre', city: 'Wilmington', zipCode: '19801' },
  country: 'US',
};

/** The fields of exports besides the codes. */
export const foreignTrade = {
  mode: '1',
  relationship: '0',
  currency: '220',
  amount: '200.00',
  providerSupport: '01',
  takerSupport: '01',
  temporaryGoods: '1',
};

/** The service at noon of 2026-11-21, for a company of the state. */
export function compute(input: Partial<ServiceInput> = {}) {
  return computeService({
    issuer: providerOf(),
    client: company,
    payload: serviceOf(),
    on: new Date('2026-11-21T15:00:00Z'),
    ...input,
  });
}

/** The faults of a refused service, and the code of the gravest. */
export function refusalOf(input: Partial<ServiceInput>): { code: string; issues: Issue[] } {
  try {
    compute(input);
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, issues: error.issues };
    throw error;
  }
  throw new Error('the service was not refused');
}
