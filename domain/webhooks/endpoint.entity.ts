import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByEither } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';
import type { SealedBox } from '../seal.ts';
import type { SupplierFilters } from './supplier-filters.ts';

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  ...ownedByEither,
  properties: {
    id: uuidKey(),
    /** An endpoint belongs to a company or to an office, never to both. */
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('no action'),
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    url: p.text(),
    description: p.string().length(255).nullable(),
    /** Names of the subscribed events; empty means the events that are sent without being named. */
    events: p.array(),
    /** For an endpoint of a company: filters of its events about suppliers; null means no filter. */
    filters: p.json<SupplierFilters>().nullable(),
    /** How many days before its due date a payable is reported, the earliest first; null means on the day. */
    dueDaysBefore: p.json<number[]>().nullable(),
    isActive: p.boolean().default(true),
    /** The `whsec_` secret, encrypted. */
    sealedSecret: p.json<SealedBox>().lazy(),
    disabledReason: p.text().nullable(),
    disabledAt: p.datetime().nullable(),
    consecutiveFailures: p.integer().default(0),
    /** Set when the actor is signalled, cleared by the actor when it looks for work: so one signal serves many events. */
    wokenAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  indexes: [{ properties: ['company'] }, { properties: ['office'] }],
  checks: [{ name: 'webhook_endpoint_owner_check', expression: 'num_nonnulls(company_id, office_id) = 1' }],
});

/** A webhook endpoint of a company or of an office. */
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
