import { defineEntity, p } from '@mikro-orm/core';
import { ApiKey } from '../access/api-key.entity.ts';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByEither } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';

const ExportLinkSchema = defineEntity({
  name: 'ExportLink',
  tableName: 'export_link',
  ...ownedByEither,
  properties: {
    id: uuidKey(),
    /** The link belongs to a company, or to an office for companies of its portfolio, never to both. */
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('no action'),
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    /** SHA-256 of the token, lowercase hex; the token itself is never stored. */
    tokenHash: p.string().length(64).unique(),
    apiKey: () => p.manyToOne(ApiKey).mapToPk().deleteRule('cascade'),
    /** The companies whose documents the link exports. */
    companies: p.array(),
    year: p.integer(),
    month: p.integer(),
    expiresAt: p.datetime(),
    /** When office or company lost the right to the link, which does not come back; set by triggers. */
    endedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['expiresAt'] }],
  checks: [{ name: 'export_link_owner_check', expression: 'num_nonnulls(company_id, office_id) = 1' }],
});

/** A link by which a month's export can be downloaded without a key for a quarter of an hour. */
export class ExportLink extends ExportLinkSchema.class {}
ExportLinkSchema.setClass(ExportLink);
