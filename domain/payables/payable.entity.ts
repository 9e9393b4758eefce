import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { ReceivedDocument } from '../received/received-document.entity.ts';

export const payableStatuses = ['OPEN', 'PAID', 'CANCELLED', 'REVIEW'] as const;
/** `REVIEW`: it was paid, and then the note was refused or cancelled. */
export type PayableStatus = (typeof payableStatuses)[number];

const PayableSchema = defineEntity({
  name: 'Payable',
  tableName: 'payable',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    receivedDocument: () => p.manyToOne(ReceivedDocument).mapToPk(),
    /** Place among the payables of its note, from 1. */
    position: p.integer(),
    /** nDup of its installment; null where it is the whole note. */
    number: p.string().length(60).nullable(),
    /** AAAA-MM-DD. */
    dueDate: p.date(),
    amount: p.decimal('string').precision(15).scale(2),
    status: p.enum(payableStatuses).default('OPEN'),
    /** AAAA-MM-DD; kept while in REVIEW. */
    paidOn: p.date().nullable(),
    supplierTaxId: p.string().length(14),
    supplierName: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
  uniques: [{ properties: ['receivedDocument', 'position'] }],
});

/** What the company owes a supplier for a received note, by one of its installments. */
export class Payable extends PayableSchema.class {
  /**
   * SQL of the status of a payable `p` of a received note `d`: it follows from whether it was paid and whether the note stands, whichever was
   * known first.
   */
  static readonly standing = `case
    when d.status in ('CANCELLED', 'DENIED') or d.manifestation in ('DESCONHECIDA', 'NAO_REALIZADA')
      then case when p.paid_on is null then 'CANCELLED' else 'REVIEW' end
    else case when p.paid_on is null then 'OPEN' else 'PAID' end
  end`;
}
PayableSchema.setClass(Payable);
