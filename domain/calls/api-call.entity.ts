import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany, tenantRole } from '../companies/ownership.ts';

/** How many calls of a company are kept, and for how many days. */
export const callsKept = 1_000;
export const callDays = 7;

/** Policy of the process that writes calls of several companies in one transaction: those that the transaction names. */
const called = {
  name: 'add_called',
  command: 'insert' as const,
  roles: [tenantRole],
  check: `(strpos(current_setting('lavra.called'::text, true), (company_id)::text) > 0)`,
};

const ApiCallSchema = defineEntity({
  name: 'ApiCall',
  tableName: 'api_call',
  ...ownedByCompany,
  policies: [...ownedByCompany.policies, called],
  properties: {
    id: p.uuid().primary(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** Not a foreign key: a call stays for its days when the key goes. */
    key: p.uuid().fieldName('key_id'),
    /** When the request arrived. */
    at: p.datetime(3),
    method: p.string().length(7),
    /** Path and query, masked. */
    path: p.string().length(2000),
    operation: p.string().length(60),
    status: p.integer(),
    durationMs: p.integer(),
    requestId: p.string().length(100),
    /** The document that the call is about; null where it is about none. Not a foreign key, because drafts are removed. */
    document: p.uuid().fieldName('document_id').nullable(),
    /** The beginning of the JSON, masked; null where there was no body, or it is not JSON. */
    requestBody: p.text().nullable(),
    responseBody: p.text().nullable(),
    responseType: p.string().length(100).nullable(),
    /** Sizes of request and response in bytes, before compression. */
    requestBytes: p.integer(),
    responseBytes: p.integer(),
  },
  indexes: [
    {
      name: 'api_call_latest',
      expression: `create index "api_call_latest" on "api_call" ("company_id", "at" desc, "id" desc)`,
    },
    { name: 'api_call_at', properties: ['at'] },
  ],
});

/** A call with one of a company's own keys and its answer, without secrets and without personal data. */
export class ApiCall extends ApiCallSchema.class {}
ApiCallSchema.setClass(ApiCall);
