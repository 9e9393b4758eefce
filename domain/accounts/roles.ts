/** Roles of a person in one company. */
export const companyRoles = ['COMPANY_ADMIN', 'COMPANY_ISSUER', 'COMPANY_READER'] as const;
export type CompanyRole = (typeof companyRoles)[number];

/** Roles of a person in one office: they cover its whole portfolio, or for a clerk a part of it. */
export const officeRoles = ['OFFICE_ADMIN', 'OFFICE_CLERK', 'OFFICE_READER'] as const;
export type OfficeRole = (typeof officeRoles)[number];

/** Roles of a person in the whole installation. */
export const operatorRoles = ['OPERATOR', 'OPERATOR_READER'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export const personRoles = [...companyRoles, ...officeRoles, ...operatorRoles] as const;
/** The role in a membership. */
export type PersonRole = (typeof personRoles)[number];

/**
 * Roles in a company for somebody who is not one of its people. People of a linked office manifest received notes (`OFFICE_RECEIVING`), and issue
 * where the company allows it (`OFFICE_ISSUING`); readers of the office only look. Operators who give support only look, also in offices. Users of
 * the company's own system issue or look, by a portal link.
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

/** Roles in an office: those of memberships, and that of an operator who gives support and only looks. */
export const rolesInOffice = [...officeRoles, 'SUPPORT_LOOKING'] as const satisfies readonly (
  | OfficeRole
  | VisitingRole
)[];
export type RoleInOffice = (typeof rolesInOffice)[number];

export const rolesInCompany = [...companyRoles, ...visitingRoles] as const;
export type RoleInCompany = (typeof rolesInCompany)[number];

/** Any role with which a page may be opened. */
export type ActingRole = RoleInCompany | OfficeRole | OperatorRole;

/** Roles whose transactions are read-only in the database. */
export const readOnlyRoles: readonly ActingRole[] = [
  'COMPANY_READER',
  'OFFICE_READER',
  'OPERATOR_READER',
  'OFFICE_LOOKING',
  'SUPPORT_LOOKING',
  'PORTAL_LOOKING',
];

/** Titles of the roles, in Portuguese. */
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
