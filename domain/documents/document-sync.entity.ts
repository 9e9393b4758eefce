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
    // No foreign keys: they would check again, at each write of a document, what the document's own keys have checked.
    company: p.uuid().fieldName('company_id'),
    environment: p.enum(environments),
    type: p.enum(documentTypes),
    /** When the document, or an event shown with it, last changed; exact once `seq` is set. */
    changedAt: p.datetime(),
    /** Number of the change in the company's order of changes; null until somebody who synchronizes reads the change. */
    seq: p.bigint('bigint').nullable(),
    /** The sale's id at the caller, of a removed document, whose row here stays; of other documents it is read from the document. */
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

/**
 * Marks that a document changed or was removed, for callers who synchronize. Database triggers write it, and `number_changed_documents` numbers it.
 */
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

/** The last number given to a change in the company. It does not go back when a document changes again and its earlier number disappears. */
export class SyncCounter extends SyncCounterSchema.class {}
SyncCounterSchema.setClass(SyncCounter);

const DocumentSearchSchema = defineEntity({
  name: 'DocumentSearch',
  tableName: 'document_search',
  ...ownedByCompany,
  properties: {
    /** Id of the document. */
    id: p.uuid().primary(),
    // No foreign keys, as in `DocumentSync`.
    company: p.uuid().fieldName('company_id'),
    environment: p.enum(environments),
    /** The client's name and document, and the external id, without accents and in lower case. */
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
 * The text that searches for documents look in. It is a table of its own because a document is written several times until it is authorized, each
 * time with all its indexes, while this text mostly is written once. Database triggers keep it up to date.
 */
export class DocumentSearch extends DocumentSearchSchema.class {}
DocumentSearchSchema.setClass(DocumentSearch);
