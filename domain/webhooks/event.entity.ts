import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByCompany, panelRole } from '../companies/ownership.ts';
import { Document } from '../documents/document.entity.ts';
import { keptEventNames } from './event-types.ts';

const ofNoAuthority = `(type <> ALL (ARRAY['DOCUMENT_AUTHORIZED'::text, 'DOCUMENT_REJECTED'::text, 'DOCUMENT_CANCELLED'::text, 'DOCUMENT_INUTILIZED'::text]))`;

/** Policy for an office: it sees events of a company that were delivered to it. */
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
    /** `evt_` and 32 hexadecimal digits, by which receivers recognize a repeat. */
    id: p.string().length(40).primary(),
    company: () => p.manyToOne(Company).mapToPk(),
    type: p.enum(keptEventNames),
    /** Null where the event is about no document, or about a removed one. */
    document: () => p.manyToOne(Document).mapToPk().nullable().deleteRule('set null'),
    data: p.json<Record<string, unknown>>(),
    /** Id of the request that caused it, and below it the trace (W3C Trace Context); null where unknown. */
    requestId: p.string().length(100).nullable(),
    traceparent: p.string().length(55).nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [{ properties: ['document'] }],
});

/** Something that happened, written in the transaction that made it happen (invariant 4). */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
