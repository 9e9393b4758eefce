import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';

const NumberSeriesSchema = defineEntity({
  name: 'NumberSeries',
  tableName: 'number_series',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    environment: p.enum(environments).primary(),
    /** Which count: the model of a note, or NFSE (`numberedAs` of the document's type). */
    model: p.string().length(4).primary(),
    series: p.integer().primary(),
    /** The number the next draw gives, 1 to 999,999,999. */
    nextNumber: p.integer().default(1),
  },
});

/** Where the numbering of one series stands; a number is drawn in the transaction that stores the signed XML (invariant 1). */
export class NumberSeries extends NumberSeriesSchema.class {}
NumberSeriesSchema.setClass(NumberSeries);
