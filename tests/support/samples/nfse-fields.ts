import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { fieldsOf } from '../../api/contract-fields.ts';

const company = readCompanyForm(demoCompany);

/** Every field of the API that texts about an NFS-e may point to: of creation, emission, event, and settings of the company. */
export const nfseFields: ReadonlySet<string> = new Set([
  ...['FiscalDocumentCreation', 'EmissionRequest', 'CancellationRequest']
    .flatMap(fieldsOf)
    .map(({ path }) => path.replaceAll('[0]', '[]')),
  ...Object.keys(company).map((name) => `company.${name}`),
  ...Object.keys(company.nfse ?? {}).map((name) => `company.nfse.${name}`),
  'certificate',
]);
