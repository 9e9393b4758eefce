/** In place of a company's id: work for all companies (worker, reconciliation, command line). */
export const everyCompany = '*';

/** In place of the id of a company or office: work for none. No row has this id. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** The role of work for one company or one office. It owns no table, so that the policies below apply to it. */
export const tenantRole = 'lavra_tenant';

/** The role of the worker, which works for all companies. It owns no table either, and cannot read API keys. */
export const workerRole = 'lavra_worker';

/**
 * The role of the panel's process for rows that are no company's (people, their sessions and links), and for rows of a company that the API may not
 * touch: keys, certificates, settings. It is a tenant, too, so that the policies below apply to it.
 */
export const panelRole = 'lavra_panel';

/**
 * The role of the admin API, which the panel's process takes on for one request with an operator's key. It is a tenant of the company that the
 * request is about, and may also do what only operators do. It sees the companies that the key reaches, and nothing of others.
 */
export const operatorRole = 'lavra_operator';

/** Parameters of the `owner` filter: MikroORM refuses a query that does not say whose rows it may see. */
export type Ownership = { companyId: string; officeId: string };

const ownCompany = `company_id = (current_setting('lavra.company_id'::text))::uuid`;
const ownOffice = `office_id = (current_setting('lavra.office_id'::text))::uuid`;

/** Lets the worker's role see every row; grants decide what it may do with them. */
export const everyCompanyPolicy = { name: 'every_company', roles: [workerRole], using: 'true', check: 'true' };

/** True in a transaction of an operator who looks over the whole installation; null where no operator looks over anything. */
const overseesAll = `(current_setting('lavra.oversees'::text, true) = '*'::text)`;

/** Lets operators read who look over all companies; an operator with a key for some companies reads the rows of those. */
export function overseenBy(column: string) {
  const named = `(strpos(current_setting('lavra.oversees'::text, true), (${column})::text) > 0)`;
  return { name: 'overseen', command: 'select' as const, roles: [operatorRole], using: `(${overseesAll} OR ${named})` };
}

const overseenPolicy = overseenBy('company_id');

/** The policy by which an operator looks over rows of an office, or rows of neither company nor office. */
export const overseenOffice = { ...overseenPolicy, using: overseesAll };

/** Rows about no company or office, such as the standing of an authority: every operator who looks over any company reads them. */
export const overseenByAnybody = {
  ...overseenPolicy,
  using: `(COALESCE(current_setting('lavra.oversees'::text, true), ''::text) <> ''::text)`,
};

/** Rows that all companies share may be written with an operator's key that is not bound to some companies. */
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

/** Rows of neither a company nor an office, for the operator of the installation. */
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
 * A limit on what a company or an office may write to its own rows: what the law requires to be kept is written by the worker. An update is limited
 * by its result alone (`check`): `using` would also hide rows from a read with a lock, which writes nothing.
 *
 * @param condition in PostgreSQL's own spelling
 */
export function atMost(command: 'insert' | 'update' | 'delete', condition: string) {
  const kind = { name: `at_most_${command}`, type: 'restrictive' as const, command, roles: [tenantRole] };
  return command === 'delete' ? { ...kind, using: condition } : { ...kind, check: condition };
}

/** Limits the admin API to rows of the companies that its key reaches; it holds in addition to the tenants' policies. */
export function withinKey(column = 'company_id') {
  const reached = `operator_reaches(${column})`;
  return { name: 'of_key', type: 'restrictive' as const, roles: [operatorRole], using: reached, check: reached };
}

/**
 * A row that names an operator's key may only be added with the key of the same transaction, and by the operator's role; it holds in addition to the
 * tenants' policies.
 */
export const byOwnOperatorKey = {
  name: 'by_own_operator_key',
  type: 'restrictive' as const,
  command: 'insert' as const,
  roles: [tenantRole],
  check: `((operator_key_id IS NULL) OR ((CURRENT_USER = '${operatorRole}'::name) AND (operator_key_id = (current_setting('lavra.operator_key'::text, true))::uuid)))`,
};

const ownPart = 'in_part(company_id)';

/** Limits a transaction to the part of an office's portfolio that it names, if it names one; it holds in addition to the tenants' policies. */
export const withinPart = {
  name: 'own_part',
  type: 'restrictive' as const,
  roles: [tenantRole],
  using: ownPart,
  check: ownPart,
};

/** Both walls between tenants, for every entity whose rows belong to a company (invariant 6): the ORM's filter, and row-level security behind it. */
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

/** Both walls for an entity whose rows belong to an office. */
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

/** Both walls for an entity whose rows belong to a company or to an office. */
export const ownedByEither = {
  filters: ofEither,
  policies: [companyPolicy, officePolicy, everyCompanyPolicy, overseenPolicy],
};

const ownOfCompany = `((${ownCompany}) AND (office_id IS NULL))`;

/** Both walls for events of a company on their way to a receiver: the company's own endpoint (`office` is null), or an office's. */
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

/** Both walls for an office link, which company and office both see. Only the company can make it ACTIVE, and let the office issue. */
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

/** Both walls for an entity that also has rows without a company: every company reads those, and none writes them. */
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
