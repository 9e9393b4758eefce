import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByCompany, panelRole } from '../companies/ownership.ts';
import { Document } from '../documents/document.entity.ts';
import { keptEventNames } from './event-types.ts';

const ofNoAuthority = `(type <> ALL (ARRAY['DOCUMENT_AUTHORIZED'::text, 'DOCUMENT_REJECTED'::text, 'DOCUMENT_CANCELLED'::text, 'DOCUMENT_INUTILIZED'::text]))`;

/** What an office was told of is shown to it, though it is a company's. */
const toldOffice = `(EXISTS ( SELECT
   FROM webhook_delivery d
  WHERE (((d.event_id)::text = (event.id)::text) AND (d.office_id = (current_setting('lavra.office_id'::text))::uuid))))`;

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  ...ownedByCompany,
  policies: [
    ...ownedByCompany.policies,
    atMost('insert', ofNoAuthority),
    { name: 'told_office', command: 'select', roles: [panelRole], using: toldOffice },
  ],
  properties: {
    /** `evt_` and 32 hexadecimal digits; what receivers deduplicate by. */
    id: p.string().length(40).primary(),
    company: () => p.manyToOne(Company).mapToPk(),
    type: p.enum(keptEventNames),
    /** Null where it is about no document, or about one that was removed. */
    document: () => p.manyToOne(Document).mapToPk().nullable().deleteRule('set null'),
    data: p.json<Record<string, unknown>>(),
    /** The request that caused it, and its trace (W3C Trace Context), where they are known. */
    requestId: p.string().length(100).nullable(),
    traceparent: p.string().length(55).nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['document'] }],
});

/** Something that happened, written in the commit that made it happen (invariant 4). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
