import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { atMost, operatorRole, ownedByEither, panelRole } from '../companies/ownership.ts';
import type { AuditAction } from './actions.ts';
import { actorKinds } from './actor.ts';

/** Facts of a change by name: codes, names and ids. Never a secret, and about people only ids. */
export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

const ownCompanyAlone = `((company_id IS NULL) OR (company_id = (current_setting('lavra.company_id'::text))::uuid))`;
const ownOfficeOrWhoActed = `((office_id IS NULL) OR (company_id IS NOT NULL) OR (office_id = (current_setting('lavra.office_id'::text))::uuid))`;

/** Entries about a person's own account, which belong to no company. */
const ofPeople = `((actor_kind = 'PERSON'::text) AND (company_id IS NULL) AND (office_id IS NULL))`;

/** Entries about what an operator's key does to the installation, which belong to no company either. */
const ofOperatorKeys = `((actor_kind = 'OPERATOR_KEY'::text) AND (company_id IS NULL) AND (office_id IS NULL) AND ((current_setting('lavra.installation'::text, true) = 'on'::text) OR (current_setting('lavra.companies'::text, true) = '*'::text)))`;

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  ...ownedByEither,
  policies: [
    ...ownedByEither.policies,
    atMost('insert', `(${ownCompanyAlone} AND ${ownOfficeOrWhoActed})`),
    { name: 'of_people', command: 'insert', roles: [panelRole], check: ofPeople },
    { name: 'of_operator_keys', command: 'insert', roles: [operatorRole, panelRole], check: ofOperatorKeys },
  ],
  properties: {
    id: uuidKey(),
    /** To the millisecond, so that one page ends exactly where the next begins. */
    at: nowOnCreate(3),
    actorKind: p.enum(actorKinds),
    actorId: p.uuid().nullable(),
    /** The actor's name at that time. */
    actorName: p.string().length(200),
    /** Company whose data was changed. Not a foreign key: the entry stays when the company goes. */
    company: p.uuid().fieldName('company_id').nullable(),
    /** The office that the change concerns: the one that acted, a side of a link, or the owner of a key. */
    office: p.uuid().fieldName('office_id').nullable(),
    action: p.string().length(60).$type<AuditAction>(),
    /** Id of the changed thing: the document of a cancellation, the client, the key. */
    subject: p.uuid().fieldName('subject_id').nullable(),
    details: p.json<AuditDetails>().nullable(),
    requestId: p.string().length(100).nullable(),
  },
  indexes: [
    { name: 'audit_entry_at', properties: ['at', 'id'] },
    {
      name: 'audit_entry_of_company',
      expression: `create index "audit_entry_of_company" on "audit_entry" ("company_id", "at", "id") where "company_id" is not null`,
    },
    {
      name: 'audit_entry_of_office',
      expression: `create index "audit_entry_of_office" on "audit_entry" ("office_id", "at", "id") where "office_id" is not null`,
    },
    {
      name: 'audit_entry_about',
      expression: `create index "audit_entry_about" on "audit_entry" ("subject_id", "at", "id") where "subject_id" is not null`,
    },
  ],
});

/** One change that people can see: who made it, when, and to what. Written in the transaction of the change, and never updated. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
