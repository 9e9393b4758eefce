import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { carrierDocumentTypes, type CarrierInput } from './carrier-input.ts';
import { changedCarrier } from './normalize.ts';

const CarrierSchema = defineEntity({
  name: 'Carrier',
  tableName: 'carrier',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    name: p.text(),
    /** Digits and letters only, or empty; unique among the company's carriers that were not removed. */
    document: p.string().length(14).default(''),
    documentType: p.enum(carrierDocumentTypes).nullable(),
    stateRegistration: p.string().length(14).nullable(),
    /** RNTRC of the carrier. */
    anttCode: p.string().length(20).nullable(),
    /** Address for the documents of the goods that it carries, where the company mails them to carriers. */
    email: p.string().length(254).nullable(),
    street: p.text().nullable(),
    number: p.string().length(60).nullable(),
    city: p.text().nullable(),
    state: p.string().length(2).nullable(),
    /** When the carrier was removed; null while it was not. Documents keep their snapshot of it. */
    deletedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  indexes: [
    { properties: ['company', 'id'] },
    {
      name: 'carrier_company_document_unique',
      expression: `create unique index "carrier_company_document_unique" on "carrier" ("company_id", "document") where "document" <> '' and "deleted_at" is null`,
    },
  ],
});

/** A carrier on record. */
export class Carrier extends CarrierSchema.class {
  /**
   * Changes the fields that are sent, and clears those sent as null; the result is validated as a whole.
   *
   * @throws DomainError `validation_error`
   */
  change(sent: Partial<CarrierInput>): void {
    Object.assign(this, changedCarrier(this, sent));
  }

  /** Removes the carrier: lists no longer show it, and new documents refuse it. */
  remove(): void {
    this.deletedAt = new Date();
  }
}
CarrierSchema.setClass(Carrier);
