import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany, panelRole } from '../companies/ownership.ts';
import { Person } from './person.entity.ts';

/** The lists whose filters are saved. */
const viewedLists = ['NOTES', 'RECEIVED', 'DELIVERIES'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** So many a person keeps of one list of a company. */
export const viewsAtMost = 20;

const ownPerson = `(person_id = (((NULLIF(current_setting('lavra.actor'::text, true), ''::text))::jsonb ->> 'id'::text))::uuid)`;

const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  ...ownedByCompany,
  policies: [
    ...ownedByCompany.policies,
    // A wall within the company's: whoever acts has her own alone.
    { name: 'own_person', type: 'restrictive', roles: [panelRole], using: ownPerson, check: ownPerson },
  ],
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    list: p.enum(viewedLists),
    /** As the person calls it. */
    name: p.string().length(60),
    /** The filter as the address of the list says it, without its question mark. */
    query: p.string().length(1000),
    createdAt: nowOnCreate(3),
  },
  uniques: [{ name: 'saved_view_name', properties: ['person', 'company', 'list', 'name'] }],
  indexes: [{ properties: ['company'] }],
});

/** A filter of a list that a person keeps under a name, in one company. */
export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView);
