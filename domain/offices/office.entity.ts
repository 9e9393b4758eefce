import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import {
  everyCompany,
  everyCompanyPolicy,
  operatorRole,
  overseenOffice,
  type Ownership,
  panelRole,
  tenantRole,
} from '../companies/ownership.ts';

/** Policy for a company: it sees the offices to which it has a link, in any state. */
const linked = `(EXISTS ( SELECT
   FROM office_link l
  WHERE ((l.office_id = office.id) AND (l.company_id = (current_setting('lavra.company_id'::text))::uuid))))`;

/** Policy for an operator who oversees some companies: the offices to which those have a link. */
const overseenByLink = `(EXISTS ( SELECT
   FROM office_link l
  WHERE ((l.office_id = office.id) AND (strpos(current_setting('lavra.oversees'::text, true), (l.company_id)::text) > 0))))`;

/** Policy for an operator's key: one that is bound to companies creates and changes no offices. */
const unbound = `(current_setting('lavra.companies'::text) = '*'::text)`;

const OfficeSchema = defineEntity({
  name: 'Office',
  tableName: 'office',
  filters: {
    owner: {
      name: 'owner',
      cond: ({ companyId, officeId }: Ownership) => (companyId === everyCompany ? {} : { id: officeId }),
      default: true,
    },
  },
  policies: [
    { name: 'own_office', roles: [tenantRole], using: `id = (current_setting('lavra.office_id'::text))::uuid` },
    { name: 'linked_office', command: 'select', roles: [panelRole], using: linked },
    everyCompanyPolicy,
    overseenOffice,
    { name: 'overseen_by_link', command: 'select', roles: [operatorRole], using: overseenByLink },
    { name: 'of_key_insert', type: 'restrictive', command: 'insert', roles: [operatorRole], check: unbound },
    {
      name: 'of_key_update',
      type: 'restrictive',
      command: 'update',
      roles: [operatorRole],
      using: unbound,
      check: unbound,
    },
  ],
  properties: {
    id: uuidKey(),
    /** CNPJ, or CPF of an accountant who works alone, without punctuation. */
    taxId: p.string().length(14).unique(),
    name: p.string().length(100),
    /** Address for companies' questions; null where none is known. */
    email: p.string().length(254).nullable(),
    /** Since when the office is suspended, so that none of its keys works; null while it is not. */
    suspendedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
});

/** An accountant's office: its keys work for every company that is linked to it. */
export class Office extends OfficeSchema.class {}
OfficeSchema.setClass(Office);
