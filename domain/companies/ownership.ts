/** Stands for the company in work that serves all companies (worker, reconciliation, command line). */
export const everyCompany = '*';

/** Stands for the company, or the office, in work that is for none: no row has this id. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** The role that work for one company or one office runs as: it owns nothing, so that the policies below apply to it. */
export const tenantRole = 'lavra_tenant';

/** The role of the worker, which works for all companies: it owns nothing, either, and reads no API keys. */
export const workerRole = 'lavra_worker';

/**
 * The role of the panel's process for what is no company's (people, their sessions and links), and for what of a company the API may not touch:
 * keys, certificates, settings. It is a tenant too, so that the walls below hold for it.
 */
export const panelRole = 'lavra_panel';

/**
 * The role of the admin API, which the panel's process takes on for one request with an operator's key: a tenant of the company that the request is
 * about, with what only operators do there. It sees companies that the key reaches, and of others nothing.
 */
export const operatorRole = 'lavra_operator';

/** Parameters of the `owner` filter: every query must say whose rows it may see, or MikroORM refuses it. */
export type Ownership = { companyId: string; officeId: string };

const ownCompany = `company_id = (current_setting('lavra.company_id'::text))::uuid`;
const ownOffice = `office_id = (current_setting('lavra.office_id'::text))::uuid`;

/** Lets the worker's role through; what it may do there its grants say. */
export const everyCompanyPolicy = { name: 'every_company', roles: [workerRole], using: 'true', check: 'true' };

/** Every row, to operators who look over the installation; null where it is not one transaction of theirs. */
const overseesAll = `(current_setting('lavra.oversees'::text, true) = '*'::text)`;

/** Lets operators who look over all companies read; a key that is bound to some reads theirs. */
export function overseenBy(column: string) {
  const named = `(strpos(current_setting('lavra.oversees'::text, true), (${column})::text) > 0)`;
  return { name: 'overseen', command: 'select' as const, roles: [operatorRole], using: `(${overseesAll} OR ${named})` };
}

const overseenPolicy = overseenBy('company_id');

/** The policy by which an operator looks over rows that an office has, or nobody. */
export const overseenOffice = { ...overseenPolicy, using: overseesAll };

/** The same for what is about nobody, as how an authority stands: to whoever looks over any company. */
export const overseenByAnybody = {
  ...overseenPolicy,
  using: `(COALESCE(current_setting('lavra.oversees'::text, true), ''::text) <> ''::text)`,
};

/** Rows that every company shares, to a key of the operator that is bound to none. */
const sharedByOperator = `((company_id IS NULL) AND (current_setting('lavra.companies'::text, true) = '*'::text))`;
export const sharedOfOperator = [
  { name: 'add_shared', command: 'insert' as const, roles: [operatorRole], check: sharedByOperator },
  {
    name: 'change_shared',
    command: 'update' as const,
    roles: [operatorRole],
    using: sharedByOperator,
    check: sharedByOperator,
  },
];

/** What is neither a company's nor an office's, to who operates the installation. */
const ofInstallation = `((company_id IS NULL) AND (office_id IS NULL) AND (current_setting('lavra.installation'::text, true) = 'on'::text))`;
export const installationPolicy = {
  name: 'of_installation',
  roles: [panelRole],
  using: ofInstallation,
  check: ofInstallation,
};

const companyPolicy = { name: 'own_company', roles: [tenantRole], using: ownCompany, check: ownCompany };
const officePolicy = { name: 'own_office', roles: [tenantRole], using: ownOffice, check: ownOffice };

/**
 * What a company or an office may write at most of its rows, whatever the statement says: what the law keeps is written by the worker. Of
 * updates no row is hidden by it, since a locking read, which is no write, would not see it either.
 *
 * @param condition in PostgreSQL's own spelling
 */
export function atMost(command: 'insert' | 'update' | 'delete', condition: string) {
  const kind = { name: `at_most_${command}`, type: 'restrictive' as const, command, roles: [tenantRole] };
  return command === 'delete' ? { ...kind, using: condition } : { ...kind, check: condition };
}

/** Of the rows of a key's companies alone, for a table that the admin API writes: it holds beside the tenants' policies. */
export function withinKey(column = 'company_id') {
  const reached = `operator_reaches(${column})`;
  return { name: 'of_key', type: 'restrictive' as const, roles: [operatorRole], using: reached, check: reached };
}

/** What a tenant adds with a key of the operator's is that of its own transaction, which the operator's role alone has: it holds beside the tenants' policies. */
export const byOwnOperatorKey = {
  name: 'by_own_operator_key',
  type: 'restrictive' as const,
  command: 'insert' as const,
  roles: [tenantRole],
  check: `((operator_key_id IS NULL) OR ((CURRENT_USER = '${operatorRole}'::name) AND (operator_key_id = (current_setting('lavra.operator_key'::text, true))::uuid)))`,
};

const ownPart = 'in_part(company_id)';

/** Of the part of an office's portfolio that the transaction is of, where it names one: it holds beside the tenants' policies. */
export const withinPart = {
  name: 'own_part',
  type: 'restrictive' as const,
  roles: [tenantRole],
  using: ownPart,
  check: ownPart,
};

/** Both walls of tenancy, spread into every entity that a company owns (invariant 6): the ORM's filter, and row-level security behind it. */
export const ownedByCompany = {
  filters: {
    owner: {
      name: 'owner',
      cond: ({ companyId }: Ownership) => (companyId === everyCompany ? {} : { company: companyId }),
      default: true,
    },
  },
  policies: [companyPolicy, everyCompanyPolicy, overseenPolicy],
};

/** The same walls for an entity of which each row belongs to an office. */
export const ownedByOffice = {
  filters: {
    owner: {
      name: 'owner',
      cond: ({ companyId, officeId }: Ownership) => (companyId === everyCompany ? {} : { office: officeId }),
      default: true,
    },
  },
  policies: [officePolicy, everyCompanyPolicy, overseenOffice],
};

const ofEither = {
  owner: {
    name: 'owner',
    cond: ({ companyId, officeId }: Ownership) =>
      companyId === everyCompany ? {} : { $or: [{ company: companyId }, { office: officeId }] },
    default: true,
  },
};

/** The same walls for an entity of which each row belongs to a company or to an office. */
export const ownedByEither = {
  filters: ofEither,
  policies: [companyPolicy, officePolicy, everyCompanyPolicy, overseenPolicy],
};

const ownOfCompany = `((${ownCompany}) AND (office_id IS NULL))`;

/** The same walls for what happened in a company and is on its way to a receiver: the company's own, or that of an office. */
export const ownedByReceiver = {
  filters: {
    owner: {
      name: 'owner',
      cond: ({ companyId, officeId }: Ownership) =>
        companyId === everyCompany ? {} : { $or: [{ company: companyId, office: null }, { office: officeId }] },
      default: true,
    },
  },
  policies: [
    { ...companyPolicy, using: ownOfCompany, check: ownOfCompany },
    officePolicy,
    everyCompanyPolicy,
    overseenPolicy,
  ],
};

/** The same walls for a link, which company and office both see; only the company makes it ACTIVE, and lets the office issue. */
export const sharedByLink = {
  filters: ofEither,
  policies: [
    companyPolicy,
    { name: 'read_own_office', command: 'select' as const, roles: [tenantRole], using: ownOffice },
    {
      name: 'add_own_office',
      command: 'insert' as const,
      roles: [tenantRole],
      check: `((${ownOffice}) AND (status = 'PENDING'::text) AND (NOT issuing_allowed))`,
    },
    {
      name: 'change_own_office',
      command: 'update' as const,
      roles: [tenantRole],
      using: ownOffice,
      check: `((${ownOffice}) AND (status <> 'ACTIVE'::text) AND (NOT issuing_allowed))`,
    },
    everyCompanyPolicy,
    withinPart,
    overseenPolicy,
  ],
};

const sharedRow = `(${ownCompany} OR (company_id IS NULL))`;

/** The same walls for an entity with some rows that have no company: every company reads those rows, and none writes them. */
export const sharedWithCompanies = {
  filters: {
    owner: {
      name: 'owner',
      cond: ({ companyId }: Ownership) =>
        companyId === everyCompany ? {} : { $or: [{ company: companyId }, { company: null }] },
      default: true,
    },
  },
  policies: [
    { name: 'read_own_or_shared', command: 'select' as const, roles: [tenantRole], using: sharedRow },
    { name: 'add_own', command: 'insert' as const, roles: [tenantRole], check: ownCompany },
    { name: 'change_own', command: 'update' as const, roles: [tenantRole], using: ownCompany, check: ownCompany },
    { name: 'remove_own', command: 'delete' as const, roles: [tenantRole], using: ownCompany },
    everyCompanyPolicy,
    overseenPolicy,
  ],
};
