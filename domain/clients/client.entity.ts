import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { taxpayerTypes } from '../taxation/operation.ts';
import { changedRecord, type ClientChanges, type ClientRecord, stateAbroad } from './change.ts';
import { clientDocumentTypes, type ClientSnapshot } from './client-input.ts';

export const clientTypes = ['INDIVIDUAL', 'COMPANY', 'FOREIGN'] as const;

const ClientSchema = defineEntity({
  name: 'Client',
  tableName: 'client',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    name: p.text(),
    tradeName: p.text().nullable(),
    type: p.enum(clientTypes).nullable(),
    documentType: p.enum(clientDocumentTypes).nullable(),
    document: p.string().length(20).default(''),
    stateRegistration: p.string().length(14).nullable(),
    taxpayerType: p.enum(taxpayerTypes),
    isuf: p.string().length(9).nullable(),
    email: p.text().nullable(),
    phone: p.string().length(20).nullable(),
    zipCode: p.string().length(8).nullable(),
    street: p.text().nullable(),
    number: p.string().length(60).nullable(),
    complement: p.text().nullable(),
    neighborhood: p.text().nullable(),
    city: p.text().nullable(),
    state: p.string().length(2).nullable(),
    municipalityCode: p.string().length(7).nullable(),
    country: p.string().length(2).default('BR'),
    isActive: p.boolean().default(true),
    /** Text for searches, without accents and in lower case, which the database generates. */
    searchText: p
      .text()
      .$type<Opt<string>>()
      .generated(
        `(plain_text((((((((' '::text || name) || ' '::text) || COALESCE(trade_name, ''::text)) || ' '::text) || (document)::text) || ' '::text) || COALESCE(email, ''::text)))) stored`,
      )
      .lazy(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  indexes: [
    {
      name: 'client_list',
      expression: `create index "client_list" on "client" ("company_id", "id") include ("state", "document_type", "is_active")`,
    },
    {
      name: 'client_list_by_state',
      expression: `create index "client_list_by_state" on "client" ("company_id", "state", "id") include ("document_type", "is_active")`,
    },
    {
      name: 'client_search',
      expression: `create index "client_search" on "client" using gin ("company_id", "state", "search_text" gin_trgm_ops)`,
    },
    {
      name: 'client_company_document_unique',
      expression: `create unique index "client_company_document_unique" on "client" ("company_id", "document") where "document" <> ''`,
    },
  ],
});

/** A recipient or service taker on record. */
export class Client extends ClientSchema.class {
  /** Changes the fields that are sent, and clears those sent as null. */
  change({ isActive = this.isActive, ...sent }: ClientChanges & { isActive?: boolean | undefined }): void {
    Object.assign(this, changedRecord(this.record(), sent), { isActive });
  }

  /** The client for a document, which keeps it as it is now. */
  snapshot(): ClientSnapshot {
    const record = this.record();
    const {
      zipCode,
      street,
      number,
      complement,
      neighborhood,
      city,
      municipalityCode,
      state: kept,
      ...client
    } = record;
    const state = kept === stateAbroad ? null : kept;
    const address = { zipCode, street, number, complement, neighborhood, city, state, municipalityCode };
    const given = Object.entries(address).filter(([, value]) => value);
    return { ...client, id: this.id, address: given.length > 0 ? Object.fromEntries(given) : null };
  }

  /** The fields that a caller can change. */
  record(): ClientRecord {
    return {
      name: this.name,
      tradeName: this.tradeName ?? null,
      document: this.document,
      documentType: this.documentType ?? null,
      type: this.type ?? null,
      stateRegistration: this.stateRegistration ?? null,
      taxpayerType: this.taxpayerType,
      isuf: this.isuf ?? null,
      email: this.email ?? null,
      phone: this.phone ?? null,
      zipCode: this.zipCode ?? null,
      street: this.street ?? null,
      number: this.number ?? null,
      complement: this.complement ?? null,
      neighborhood: this.neighborhood ?? null,
      city: this.city ?? null,
      state: this.state ?? null,
      municipalityCode: this.municipalityCode ?? null,
      country: this.country,
    };
  }
}
ClientSchema.setClass(Client);
