import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany, panelRole } from '../companies/ownership.ts';
import { Person } from './person.entity.ts';

/** Lists whose filters can be saved. */
const viewedLists = ['NOTES', 'RECEIVED', 'DELIVERIES'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** How many filters a person may save for one list of a company. */
export const viewsAtMost = 20;

const ownPerson = `(person_id = (((NULLIF(current_setting('lavra.actor'::text, true), ''::text))::jsonb ->> 'id'::text))::uuid)`;

const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  ...ownedByCompany,
  policies: [
    ...ownedByCompany.policies,
    // Restricts the company's policy further: each person sees only her own.
    { name: 'own_person', type: 'restrictive', roles: [panelRole], using: ownPerson, check: ownPerson },
  ],
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    list: p.enum(viewedLists),
    /** Name that the person gave it. */
    name: p.string().length(60),
    /** The query of the list's address, without its question mark. */
    query: p.string().length(1000),
    createdAt: nowOnCreate(3),
  },
  uniques: [{ name: 'saved_view_name', properties: ['person', 'company', 'list', 'name'] }],
  indexes: [{ properties: ['company'] }],
});

/** A filter of a list that a person has saved under a name, in one company. */
export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView);
