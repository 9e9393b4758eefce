import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany, tenantRole } from '../companies/ownership.ts';

/** So many calls of a company are kept, and for so long. */
export const callsKept = 1_000;
export const callDays = 7;

/** What the API writes down behind its answers, of several companies at once: those that the transaction names. */
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
    /** No foreign key: a call stays for its days, whatever becomes of the key. */
    key: p.uuid().fieldName('key_id'),
    /** When it came. */
    at: p.datetime(3),
    method: p.string().length(7),
    /** With its query, masked. */
    path: p.string().length(2000),
    operation: p.string().length(60),
    status: p.integer(),
    durationMs: p.integer(),
    requestId: p.string().length(100),
    /** The note that it is about, where it is about one. No foreign key: drafts are removed. */
    document: p.uuid().fieldName('document_id').nullable(),
    /** JSON, masked, and no more than its beginning; null where there was none, or one of another kind. */
    requestBody: p.text().nullable(),
    responseBody: p.text().nullable(),
    responseType: p.string().length(100).nullable(),
    /** How long each was as it went over the line, before it was packed. */
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

/** A call with one of a company's own keys, and what was answered, without secrets and without data of people. */
export class ApiCall extends ApiCallSchema.class {}
ApiCallSchema.setClass(ApiCall);
