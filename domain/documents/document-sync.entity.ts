import { defineEntity, p } from '@mikro-orm/core';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { documentTypes } from '../document-types.ts';

const DocumentSyncSchema = defineEntity({
  name: 'DocumentSync',
  tableName: 'document_sync',
  ...ownedByCompany,
  properties: {
    documentId: p.uuid().primary(),
    // No foreign keys: a writer of a document would pay for looking up again what the document has looked up.
    company: p.uuid().fieldName('company_id'),
    environment: p.enum(environments),
    type: p.enum(documentTypes),
    /** When the document, or an event that it shows, changed last; exact once it is numbered. */
    changedAt: p.datetime(),
    /** Place among the changes of the company; null since a change that nobody has read yet. */
    seq: p.bigint('bigint').nullable(),
    /** Of a document that was removed, the sale that it was of: its mark stays. Of others it is read in the document. */
    externalId: p.string().length(100).nullable(),
  },
  indexes: [
    {
      name: 'document_sync_marked',
      expression: `create index "document_sync_marked" on "document_sync" ("company_id") where "seq" is null`,
    },
    {
      name: 'document_sync_number',
      expression: `create index "document_sync_number" on "document_sync" ("company_id", "environment", "type", "seq") where "seq" is not null`,
    },
    {
      name: 'document_sync_change',
      expression: `create index "document_sync_change" on "document_sync" ("company_id", "environment", "type", "changed_at", "document_id") where "seq" is not null`,
    },
    {
      name: 'document_sync_sale',
      expression: `create index "document_sync_sale" on "document_sync" ("company_id", "external_id") where "external_id" is not null`,
    },
  ],
});

/** That a document changed or was removed, for those who synchronize. Triggers of the database mark it, and `number_changed_documents` numbers it. */
export class DocumentSync extends DocumentSyncSchema.class {}
DocumentSyncSchema.setClass(DocumentSync);

const SyncCounterSchema = defineEntity({
  name: 'SyncCounter',
  tableName: 'sync_counter',
  ...ownedByCompany,
  properties: {
    company: p.uuid().fieldName('company_id').primary(),
    last: p.bigint('bigint'),
  },
});

/** The last number that a changed document of the company was given. It stays where the document changes again and its number is gone. */
export class SyncCounter extends SyncCounterSchema.class {}
SyncCounterSchema.setClass(SyncCounter);

const DocumentSearchSchema = defineEntity({
  name: 'DocumentSearch',
  tableName: 'document_search',
  ...ownedByCompany,
  properties: {
    /** Of the document. */
    id: p.uuid().primary(),
    // No foreign keys, as in `DocumentSync`.
    company: p.uuid().fieldName('company_id'),
    environment: p.enum(environments),
    /** Name and document of the client, and the external id, without accents and in lower case. */
    searchText: p.text(),
  },
  indexes: [
    {
      name: 'document_search_list',
      expression: `create index "document_search_list" on "document_search" ("company_id", "environment", "id")`,
    },
    {
      name: 'document_search_text',
      expression: `create index "document_search_text" on "document_search" using gin ("company_id", "environment", "search_text" gin_trgm_ops)`,
    },
  ],
});

/**
 * What searches in documents look in. A row of its own: a document is written several times until it is authorized, and each time all its
 * indexes are; this text mostly once. Triggers of the database keep it up to date.
 */
export class DocumentSearch extends DocumentSearchSchema.class {}
DocumentSearchSchema.setClass(DocumentSearch);
