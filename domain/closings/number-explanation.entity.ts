import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByOffice, withinPart } from '../companies/ownership.ts';
import { documentTypes } from '../document-types.ts';
import { Office } from '../offices/office.entity.ts';

const NumberExplanationSchema = defineEntity({
  name: 'NumberExplanation',
  tableName: 'number_explanation',
  ...ownedByOffice,
  policies: [...ownedByOffice.policies, withinPart],
  properties: {
    id: uuidKey(),
    office: () => p.manyToOne(Office).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    type: p.enum(documentTypes),
    series: p.integer(),
    /** Both ends included. */
    startNumber: p.integer(),
    endNumber: p.integer(),
    text: p.string().length(255),
    /** Name of the person who explained the numbers. */
    author: p.string().length(100),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['office'] }, { properties: ['company', 'type', 'series'] }],
});

/** An office's explanation why numbers of a company that no document here has used stay as they are: they no longer hinder a closing. */
export class NumberExplanation extends NumberExplanationSchema.class {}
NumberExplanationSchema.setClass(NumberExplanation);
