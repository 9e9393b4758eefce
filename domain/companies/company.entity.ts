import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import type { SealedBox } from '../seal.ts';
import { everyCompanyPolicy, operatorRole, overseenBy, ownedByCompany, tenantRole, withinKey } from './ownership.ts';
import { type CompanySettings, environments } from './settings.ts';

const CompanySchema = defineEntity({
  name: 'Company',
  tableName: 'company',
  policies: [
    { name: 'own_company', roles: [tenantRole], using: `id = (current_setting('lavra.company_id'::text))::uuid` },
    everyCompanyPolicy,
    { name: 'list_reached', command: 'select', roles: [operatorRole], using: 'operator_reaches(id)' },
    withinKey('id'),
    overseenBy('id'),
  ],
  properties: {
    id: uuidKey(),
    taxId: p.string().length(14).unique(),
    name: p.string().length(60),
    tradeName: p.string().length(60).nullable(),
    environment: p.enum(environments),
    settings: p.json<CompanySettings>().nullable(),
    /** The `buyerMail.mode` of the settings, as a column of its own: each note asks for it, and settings may be large because of a logo. */
    mailMode: p
      .text()
      .$type<Opt<string>>()
      .generated(`((settings #>> '{buyerMail,mode}'::text[])) stored`)
      .nullable()
      .lazy(),
    isActive: p.boolean().default(true),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
});

/** A taxpayer whose documents Lavra issues. Its settings are null until they are filled in. */
export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);

const CompanyCscSchema = defineEntity({
  name: 'CompanyCsc',
  tableName: 'company_csc',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, withinKey()],
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    environment: p.enum(environments).primary(),
    /** idCSC, without leading zeros. */
    cscId: p.string().length(6),
    /** The token alone, sealed (invariant 7). */
    sealed: p.json<SealedBox>(),
    updatedAt: nowOnChange(),
  },
});

/** The CSC that a company uses in one environment. */
export class CompanyCsc extends CompanyCscSchema.class {}
CompanyCscSchema.setClass(CompanyCsc);

const QuotaUsageSchema = defineEntity({
  name: 'QuotaUsage',
  tableName: 'quota_usage',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    /** When a place was last asked for. */
    checkedAt: p.datetime(),
  },
});

/**
 * The row that serializes how places of a company's monthly quota are given: one document at a time. It has no count that could drift: what is used
 * is counted from the documents. Companies without a quota have no such row.
 */
export class QuotaUsage extends QuotaUsageSchema.class {}
QuotaUsageSchema.setClass(QuotaUsage);
