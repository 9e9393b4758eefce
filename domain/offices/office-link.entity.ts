import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { sharedByLink } from '../companies/ownership.ts';
import { Office } from './office.entity.ts';
import { linkAskers, linkStatuses } from './words.ts';

const OfficeLinkSchema = defineEntity({
  name: 'OfficeLink',
  tableName: 'office_link',
  ...sharedByLink,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    office: () => p.manyToOne(Office).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    status: p.enum(linkStatuses).default('PENDING'),
    /** Whether the office may issue for the company; only a company says so. */
    issuingAllowed: p.boolean().default(false),
    requestedBy: p.enum(linkAskers),
    /** When it was asked for last. */
    requestedAt: p.datetime(),
    /** When the company last accepted or refused it. */
    decidedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
  uniques: [{ properties: ['office', 'company'] }],
  indexes: [
    { properties: ['company'] },
    {
      name: 'office_link_active',
      expression: `create unique index "office_link_active" on "office_link" ("company_id") where "status" = 'ACTIVE'`,
    },
  ],
});

/** What an office is to a company: one row for each pair, whatever its past. A company has one ACTIVE link at most. */
export class OfficeLink extends OfficeLinkSchema.class {}
OfficeLinkSchema.setClass(OfficeLink);
