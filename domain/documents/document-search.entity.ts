import { defineEntity, p } from '@mikro-orm/core';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';

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
