import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import type { ListedCompany } from '../../../operations/provisioning/find-companies.ts';
import type { AdminSchema } from '../operations.ts';

/** A company with the settings that a form writes. Sealed values, the logo and the numbering have operations of their own. */
export function companyView(company: Company): AdminSchema<'Company'> {
  const { id, taxId, name, environment, isActive } = company;
  const settings: CompanySettings | null = company.settings ?? null;
  return {
    ...(settings && settingsView(settings)),
    id,
    taxId,
    name,
    tradeName: company.tradeName ?? null,
    environment,
    isActive,
    isConfigured: settings !== null,
    hasLogo: Boolean(settings?.danfe.logo),
    createdAt: company.createdAt.toISOString(),
    updatedAt: company.updatedAt.toISOString(),
  };
}

function settingsView({
  series: _numbered,
  danfe,
  technicalResponsible,
  ibsCbsRegime,
  simplesIbsRate,
  simplesCbsRate,
  ...shown
}: CompanySettings): Partial<AdminSchema<'Company'>> {
  return {
    ...shown,
    ...(ibsCbsRegime && { ibsCbsRegime }),
    ...(simplesIbsRate && { simplesIbsRate }),
    ...(simplesCbsRate && { simplesCbsRate }),
    danfe: { orientation: danfe.orientation, rollMm: danfe.rollMm ?? '80' },
    technicalResponsible: technicalResponsible ? responsibleView(technicalResponsible) : null,
  };
}

function responsibleView({
  cnpj,
  contact,
  email,
  phone,
}: NonNullable<CompanySettings['technicalResponsible']>): AdminSchema<'TechnicalResponsible'> {
  return { cnpj, contact, email, phone };
}

export function listedView({ createdAt, ...company }: ListedCompany): AdminSchema<'ListedCompany'> {
  return { ...company, createdAt: createdAt.toISOString() };
}
