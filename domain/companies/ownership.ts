/** Said in place of a company by work that serves all of them (worker, reconciliation, command line). */
export const everyCompany = '*';

/** Parameters of the `company` filter: every query must say whose rows it may see, or MikroORM refuses it. */
export type Ownership = { companyId: string };

/** The first wall of tenancy, on every entity a company owns (invariant 5). The second is row-level security. */
export const ownedByCompany = {
  company: {
    name: 'company',
    cond: ({ companyId }: Ownership) => (companyId === everyCompany ? {} : { company: companyId }),
    default: true,
  },
} as const;
