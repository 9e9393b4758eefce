/** What a person may do in one company. */
export const companyRoles = ['COMPANY_ADMIN', 'COMPANY_ISSUER', 'COMPANY_READER'] as const;
export type CompanyRole = (typeof companyRoles)[number];

/** How people call the roles. */
export const roleTitles: Record<CompanyRole, string> = {
  COMPANY_ADMIN: 'Administrador',
  COMPANY_ISSUER: 'Emissor',
  COMPANY_READER: 'Leitor',
};
