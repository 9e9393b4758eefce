import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { models } from '../document-types.ts';

const ContingencyEntrySchema = defineEntity({
  name: 'ContingencyEntry',
  tableName: 'contingency_entry',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    model: p.enum(models),
    /** xJust of the notes issued so: 15 to 256 characters. */
    reason: p.text(),
    enteredAt: nowOnCreate(),
    /** Null while it lasts. */
    leftAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'contingency_entry_open',
      expression: `create unique index "contingency_entry_open" on "contingency_entry" ("company_id", "environment", "model") where "left_at" is null`,
    },
  ],
});

/** A contingency that a person entered for one model of a company; only a person leaves it. */
export class ContingencyEntry extends ContingencyEntrySchema.class {}
ContingencyEntrySchema.setClass(ContingencyEntry);
