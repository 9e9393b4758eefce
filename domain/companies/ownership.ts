/** Stands for the company in work that serves all companies (worker, reconciliation, command line). */
export const everyCompany = '*';

/** The role that company-scoped work runs as: it owns nothing, so that the policies below apply to it. */
export const tenantRole = 'lavra_tenant';

/** The role of the worker, which works for all companies: it owns nothing, either, and reads no API keys. */
export const workerRole = 'lavra_worker';

/** Parameters of the `company` filter: every query must say whose rows it may see, or MikroORM refuses it. */
export type Ownership = { companyId: string };

const ownRow = `company_id = (current_setting('lavra.company_id'::text))::uuid`;

/** Lets the worker's role through; what it may do there its grants say. */
export const everyCompanyPolicy = { name: 'every_company', roles: [workerRole], using: 'true', check: 'true' };

/** Both walls of tenancy, spread into every entity that a company owns (invariant 5): the ORM's filter, and row-level security behind it. */
export const ownedByCompany = {
  filters: {
    company: {
      name: 'company',
      cond: ({ companyId }: Ownership) => (companyId === everyCompany ? {} : { company: companyId }),
      default: true,
    },
  },
  policies: [{ name: 'own_company', roles: [tenantRole], using: ownRow, check: ownRow }, everyCompanyPolicy],
};

const sharedRow = `(${ownRow} OR (company_id IS NULL))`;

/** The same walls for an entity with some rows that have no company: every company reads those rows, and none writes them. */
export const sharedWithCompanies = {
  filters: {
    company: {
      name: 'company',
      cond: ({ companyId }: Ownership) =>
        companyId === everyCompany ? {} : { $or: [{ company: companyId }, { company: null }] },
      default: true,
    },
  },
  policies: [
    { name: 'read_own_or_shared', command: 'select' as const, roles: [tenantRole], using: sharedRow },
    { name: 'add_own', command: 'insert' as const, roles: [tenantRole], check: ownRow },
    { name: 'change_own', command: 'update' as const, roles: [tenantRole], using: ownRow, check: ownRow },
    { name: 'remove_own', command: 'delete' as const, roles: [tenantRole], using: ownRow },
    everyCompanyPolicy,
  ],
};
