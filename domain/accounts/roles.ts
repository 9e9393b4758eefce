/** What a person may do in one company. */
export const companyRoles = ['COMPANY_ADMIN', 'COMPANY_ISSUER', 'COMPANY_READER'] as const;
export type CompanyRole = (typeof companyRoles)[number];

/** What a person may do in one office: in all of its portfolio or, a clerk, in a part of it. */
export const officeRoles = ['OFFICE_ADMIN', 'OFFICE_CLERK', 'OFFICE_READER'] as const;
export type OfficeRole = (typeof officeRoles)[number];

/** What a person may do in the whole installation. */
export const operatorRoles = ['OPERATOR', 'OPERATOR_READER'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export const personRoles = [...companyRoles, ...officeRoles, ...operatorRoles] as const;
/** What a membership says. */
export type PersonRole = (typeof personRoles)[number];

/**
 * What somebody may do in a company of which she is no person. By its link, an office answers what the company receives (`OFFICE_RECEIVING`), and
 * issues where the company allows it (`OFFICE_ISSUING`); its readers look, and so do operators who help, in offices, too. By a portal link, a user of the company's
 * own system issues or looks.
 */
const visitingRoles = [
  'OFFICE_ISSUING',
  'OFFICE_RECEIVING',
  'OFFICE_LOOKING',
  'SUPPORT_LOOKING',
  'PORTAL_ISSUING',
  'PORTAL_LOOKING',
] as const;
export type VisitingRole = (typeof visitingRoles)[number];

/** What somebody may do in an office: what her membership says, or look as an operator who helps. */
export const rolesInOffice = [...officeRoles, 'SUPPORT_LOOKING'] as const satisfies readonly (
  | OfficeRole
  | VisitingRole
)[];
export type RoleInOffice = (typeof rolesInOffice)[number];

export const rolesInCompany = [...companyRoles, ...visitingRoles] as const;
export type RoleInCompany = (typeof rolesInCompany)[number];

/** Any role by which a page may be opened. */
export type ActingRole = RoleInCompany | OfficeRole | OperatorRole;

/** Of which everything that they do is read-only in the database. */
export const lookingRoles: readonly ActingRole[] = [
  'COMPANY_READER',
  'OFFICE_READER',
  'OPERATOR_READER',
  'OFFICE_LOOKING',
  'SUPPORT_LOOKING',
  'PORTAL_LOOKING',
];

/** How people call the roles. */
export const roleTitles: Record<PersonRole, string> = {
  COMPANY_ADMIN: 'Administrador',
  COMPANY_ISSUER: 'Emissor',
  COMPANY_READER: 'Leitor',
  OFFICE_ADMIN: 'Administrador do escritório',
  OFFICE_CLERK: 'Analista',
  OFFICE_READER: 'Leitor do escritório',
  OPERATOR: 'Operador',
  OPERATOR_READER: 'Leitor da instalação',
};
