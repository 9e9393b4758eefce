import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';

const AuthorityCallSchema = defineEntity({
  name: 'AuthorityCall',
  tableName: 'authority_call',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** Root of the company's tax id: the authority counts a company as one, with all its branches. */
    taxIdRoot: p.string().length(11),
    environment: p.enum(environments),
    /** The authority's name of the service (NfeAutorizacao, NfeConsultaProtocolo...). */
    service: p.string().length(30),
    /** What the call is about: an access key, or the Id of a DPS, an event or a range. */
    subject: p.string().length(60),
    startedAt: nowOnCreate(),
    endedAt: p.datetime().nullable(),
    /** Code of the answer; for an answer without a code, the words that it has instead. */
    cStat: p.string().length(40).nullable(),
    /** The answer's text as it came. */
    answer: p.text().lazy().nullable(),
    /** Why there is no answer; begins with `not_sent:` where nothing of the request can have left. */
    fault: p.text().nullable(),
  },
  indexes: [
    { properties: ['subject', 'startedAt'] },
    {
      name: 'authority_call_status',
      expression: `create index "authority_call_status" on "authority_call" ("company_id", "started_at") where "service" = 'NfeStatusServico'`,
    },
    {
      name: 'authority_call_throttled',
      expression: `create index "authority_call_throttled" on "authority_call" ("tax_id_root", "environment", "service", "started_at") where "c_stat" in ('656', '429')`,
    },
  ],
});

/**
 * One message to the authority: the row is written before the message is sent, and completed with the answer. From these rows a later turn knows that
 * it must ask before it sends again.
 */
export class AuthorityCall extends AuthorityCallSchema.class {}
AuthorityCallSchema.setClass(AuthorityCall);
