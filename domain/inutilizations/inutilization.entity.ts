import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { models } from '../document-types.ts';

export const inutilizationStatuses = ['PENDING', 'AUTHORIZED', 'REJECTED'] as const;

const InutilizationSchema = defineEntity({
  name: 'Inutilization',
  tableName: 'inutilization',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    model: p.enum(models),
    series: p.integer(),
    startNumber: p.integer(),
    endNumber: p.integer(),
    /** Two digits, Brasília time. */
    year: p.string().length(2),
    justification: p.text(),
    status: p.enum(inutilizationStatuses).default('PENDING'),
    /** Tries, each after a refusal of the one before; a workflow id is used once. */
    attempt: p.integer().default(1),
    /** When the workflow of the present attempt took the record over. */
    claimedAt: p.datetime().nullable(),
    protocol: p.string().length(17).nullable(),
    cStat: p.string().length(8).nullable(),
    /** The authority's words, or why it could not be sent; what is waited for while it is PENDING. */
    reason: p.text().nullable(),
    signedXml: p.text().lazy().nullable(),
    /** The signed request beside the answer 102; null where only 563 told of an earlier one. */
    procXml: p.text().lazy().nullable(),
    inutilizationDate: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
  uniques: [{ properties: ['company', 'environment', 'model', 'series', 'startNumber', 'endNumber'] }],
  indexes: [
    {
      name: 'inutilization_pending',
      expression: `create index "inutilization_pending" on "inutilization" ("updated_at") where "status" = 'PENDING'`,
    },
  ],
});

/** Numbers of a series that will never be used. While PENDING or AUTHORIZED no document draws one of them. */
export class Inutilization extends InutilizationSchema.class {}
InutilizationSchema.setClass(Inutilization);
