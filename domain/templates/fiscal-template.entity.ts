import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { sharedOfOperator, sharedWithCompanies } from '../companies/ownership.ts';
import type { ServiceFields } from '../taxation/levels/service-fields.ts';
import type { TaxFields } from '../taxation/fields.ts';

/** A template in normal form. */
export type NormalTemplate = {
  name: string;
  type: TemplateType;
  operationNature: string | null;
  /** Its tax fields; empty for type NFSE. */
  fields: TaxFields;
  /** Its service fields; null for type NFE. */
  service: ServiceFields | null;
};

export const templateTypes = ['NFE', 'NFSE'] as const;
export type TemplateType = (typeof templateTypes)[number];

const templateSources = ['company', 'tenant', 'system'] as const;
/**
 * Whose template it is: the company's own, its provider's, or that of the service's operator. The last two belong to no company, and all companies
 * read them.
 */
export type TemplateSource = (typeof templateSources)[number];

const FiscalTemplateSchema = defineEntity({
  name: 'FiscalTemplate',
  tableName: 'fiscal_template',
  ...sharedWithCompanies,
  policies: [...sharedWithCompanies.policies, ...sharedOfOperator],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('restrict'),
    source: p.enum(templateSources),
    type: p.enum(templateTypes),
    name: p.text(),
    operationNature: p.string().length(60).nullable(),
    /** Tax fields of a template of type NFE; empty on one of type NFSE. */
    fields: p.json<TaxFields>(),
    /** Service fields of a template of type NFSE; null on one of type NFE. */
    service: p.json<ServiceFields>().nullable(),
    /** When the template was removed; null while it was not. Drafts that name it still find it; lists and new documents do not. */
    deletedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  indexes: [
    { properties: ['company', 'id'] },
    {
      name: 'fiscal_template_shared_unique',
      expression: `create unique index "fiscal_template_shared_unique" on "fiscal_template" ("source", "type", "name") where "company_id" is null and "deleted_at" is null`,
    },
  ],
});

/** A usual operation (sale, transfer, bonus...): level `TEMPLATE` of the tax resolution. */
export class FiscalTemplate extends FiscalTemplateSchema.class {
  /** The template without its owner and generated columns. */
  normal(): NormalTemplate {
    const { name, type, operationNature = null, fields, service = null } = this;
    return { name, type, operationNature, fields, service };
  }

  /** Removes the template: lists no longer show it, and new documents refuse it. */
  remove(): void {
    this.deletedAt = new Date();
  }
}
FiscalTemplateSchema.setClass(FiscalTemplate);
