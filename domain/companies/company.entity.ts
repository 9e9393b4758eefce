import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { everyCompanyPolicy, tenantRole } from './ownership.ts';
import { type CompanySettings, environments } from './settings.ts';

const CompanySchema = defineEntity({
  name: 'Company',
  tableName: 'company',
  policies: [
    { name: 'own_company', roles: [tenantRole], using: `id = (current_setting('lavra.company_id'::text))::uuid` },
    everyCompanyPolicy,
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    taxId: p.string().length(14).unique(),
    name: p.string().length(60),
    tradeName: p.string().length(60).nullable(),
    environment: p.enum(environments),
    settings: p.json<CompanySettings>().nullable(),
    isActive: p.boolean().default(true),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
});

/** A taxpayer whose documents Lavra issues. Its settings are null until they are filled in. */
export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);
