import { type ServiceFieldName, serviceFieldNames, type ServiceFields } from './service-fields.ts';

export const takerTypes = ['INDIVIDUAL', 'COMPANY', 'FOREIGN'] as const;
/** The taker of the service, by a client's `type`. */
export type TakerType = (typeof takerTypes)[number];

/** One sub-rule of a rule of model NFSE, as it is kept. An empty list matches everything. */
export type NfseSubRule = {
  /** IBGE codes, seven digits, of the municipalities where the service is rendered. */
  municipalityCodes: string[];
  takerTypes: TakerType[];
  /** National codes of services (cTribNac), six digits. */
  serviceCodes: string[];
  /** What it says; the service itself is chosen by the document. */
  fields: Omit<ServiceFields, ServiceItself>;
};

type ServiceItself = 'serviceCode' | 'serviceDescription';
export type NfseSubRuleFieldName = Exclude<ServiceFieldName, ServiceItself>;

const itself: ReadonlySet<ServiceFieldName> = new Set<ServiceItself>(['serviceCode', 'serviceDescription']);
/** What a sub-rule can say of a service. */
export const nfseSubRuleFieldNames = serviceFieldNames.filter(
  (name): name is NfseSubRuleFieldName => !itself.has(name),
);
