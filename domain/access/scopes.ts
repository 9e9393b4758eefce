/** Scopes of a company's key. */
export const companyScopes = [
  'documents:write',
  'webhooks:read',
  'webhooks:write',
  'tax-rules:read',
  'tax-rules:write',
  'clients:read',
  'clients:write',
  'templates:read',
  'templates:write',
  'carriers:read',
  'carriers:write',
  'products:read',
  'products:write',
  'received-documents:read',
  'received-documents:write',
  'portal-links:write',
] as const;
export type CompanyScope = (typeof companyScopes)[number];

/** Scopes of an operator's key: what it may do at `/admin/v1`. */
export const operatorScopes = [
  'companies:read',
  'companies:write',
  'certificates:write',
  'keys:write',
  'webhooks:write',
  'offices:read',
  'offices:write',
  'people:read',
  'people:write',
  'attention:read',
  'attention:write',
  'authorities:read',
  'authorities:write',
  'templates:write',
  'audit:read',
  'portal-links:write',
] as const;
export type OperatorScope = (typeof operatorScopes)[number];

/** Scopes of an office's key. */
export const officeScopes = [
  'received-documents:read',
  'received-documents:write',
  'documents:read',
  'documents:write',
  'clients:read',
  'webhooks:write',
  'portfolio:write',
] as const;
export type OfficeScope = (typeof officeScopes)[number];
