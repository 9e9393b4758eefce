import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings, NfseSettings } from '../../domain/companies/settings.ts';

/** A company that issues NFS-e. */
export type ServiceCompany = Pick<Company, 'id' | 'taxId' | 'environment'> & {
  settings: CompanySettings & { nfse: NfseSettings };
};

/** The company as one that issues NFS-e; null where it does not. */
export function serviceCompany({ id, taxId, environment, settings }: Company): ServiceCompany | null {
  return settings?.nfse ? { id, taxId, environment, settings: { ...settings, nfse: settings.nfse } } : null;
}
