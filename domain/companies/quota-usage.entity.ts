import { defineEntity, p } from '@mikro-orm/core';
import { Company } from './company.entity.ts';
import { ownedByCompany } from './ownership.ts';

const QuotaUsageSchema = defineEntity({
  name: 'QuotaUsage',
  tableName: 'quota_usage',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    /** When somebody last asked for a place. */
    checkedAt: p.datetime(),
  },
});

/**
 * The row under which places of a company's monthly quota are given, one document at a time. It has no figure that could drift: what is used
 * is counted from the documents. Companies without a quota have none.
 */
export class QuotaUsage extends QuotaUsageSchema.class {}
QuotaUsageSchema.setClass(QuotaUsage);
