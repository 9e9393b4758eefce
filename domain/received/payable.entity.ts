import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { ReceivedDocument } from './received-document.entity.ts';

export const payableStatuses = ['OPEN', 'PAID', 'CANCELLED', 'REVIEW'] as const;
/** `REVIEW`: it was paid, and then the note was refused or cancelled. */
export type PayableStatus = (typeof payableStatuses)[number];

const PayableSchema = defineEntity({
  name: 'Payable',
  tableName: 'payable',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
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
    /** First day of the month of `dueDate`, by which rows are counted; the database keeps it. */
    dueMonth: p
      .date()
      .$type<Opt<string>>()
      .generated(`((date_trunc('month'::text, (due_date)::timestamp without time zone))::date) stored`)
      .lazy(),
    /** The text that searches look in, without accents and in lower case; the database keeps it up to date. */
    searchText: p
      .text()
      .$type<Opt<string>>()
      .generated(
        `(plain_text(((((''::text || ' '::text) || COALESCE(supplier_name, ''::text)) || ' '::text) || (COALESCE(supplier_tax_id, ''::character varying))::text))) stored`,
      )
      .lazy(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['receivedDocument', 'position'] }],
  indexes: [
    { name: 'payable_list', properties: ['company', 'environment', 'dueDate', 'id'] },
    { name: 'payable_by_status', properties: ['company', 'environment', 'status', 'dueDate', 'id'] },
    {
      name: 'payable_by_supplier',
      expression: `create index "payable_by_supplier" on "payable" ("company_id", "environment", "supplier_tax_id", "due_date", "id") include ("status")`,
    },
    {
      name: 'payable_search',
      expression: `create index "payable_search" on "payable" using gin ("company_id", "search_text" gin_trgm_ops)`,
    },
  ],
});

/** What the company owes a supplier for a received note, by one of its installments. */
export class Payable extends PayableSchema.class {
  /** Keeps on which day it was paid; the status follows from that and the note (`standing`). */
  pay(day: string): void {
    this.paidOn = day;
  }

  /** Takes back that it was paid. */
  takePaymentBack(): void {
    this.paidOn = null;
  }

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
