import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import type { NfeSubRule, NfseSubRule } from '../taxation/levels/choose-sub-rule.ts';

const taxRuleModels = ['NFE', 'NFSE'] as const;
export type TaxRuleModel = (typeof taxRuleModels)[number];

const TaxRuleSchema = defineEntity({
  name: 'TaxRule',
  tableName: 'tax_rule',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    name: p.text(),
    model: p.enum(taxRuleModels),
    nfeTaxRules: p.json<NfeSubRule[]>(),
    nfseTaxRules: p.json<NfseSubRule[]>(),
    isActive: p.boolean().default(true),
    /** When the rule was removed: drafts that name it still find it, lists and new documents do not. Null while it is there. */
    deletedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  indexes: [{ properties: ['company', 'id'] }],
});

/** A tax rule: sub-rules by recipient, state and operation, which are the level `TAX_RULE` of the resolution. */
export class TaxRule extends TaxRuleSchema.class {}
TaxRuleSchema.setClass(TaxRule);
