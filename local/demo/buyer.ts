import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import { demoClient } from './client.ts';
import { demoCompany } from './company.ts';

const { document, name, email, phone, zipCode, street, number, neighborhood, city, state, municipalityCode } =
  demoClient;

/**
 * The other company of local mode: the client of every sale of the demo, seen from its own side. It is in the seller's environment, because
 * an authority distributes only what was issued in the same one; homologation shows all that it receives and manifests, and production
 * stays free of notes that never were.
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
