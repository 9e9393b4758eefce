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
