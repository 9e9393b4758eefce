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
    /** Of the company: whom the authority counts as one, with all its branches. */
    taxIdRoot: p.string().length(11),
    environment: p.enum(environments),
    /** The authority's name of the service (NfeAutorizacao, NfeConsultaProtocolo...). */
    service: p.string().length(30),
    /** What it is about: an access key, or the Id of an event or range. */
    subject: p.string().length(60),
    startedAt: nowOnCreate(),
    endedAt: p.datetime().nullable(),
    /** Of an answer without a code, the words that it has in place of one. */
    cStat: p.string().length(40).nullable(),
    /** The answer's text as it came. */
    answer: p.text().lazy().nullable(),
    /** Why there is no answer. `not_sent:` in front when nothing of the request can have left. */
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

/** One message to the authority, written before it is sent and completed with the answer: the memory behind "ask before sending again". */
export class AuthorityCall extends AuthorityCallSchema.class {}
AuthorityCallSchema.setClass(AuthorityCall);
