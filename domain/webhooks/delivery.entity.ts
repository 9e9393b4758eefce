import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByReceiver } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';
import { WebhookEndpoint } from './endpoint.entity.ts';
import { deliveryStatuses } from './event-types.ts';
import { Event } from './event.entity.ts';

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  ...ownedByReceiver,
  properties: {
    id: uuidKey(),
    /** The company of the event. */
    company: () => p.manyToOne(Company).mapToPk(),
    /** The office whose endpoint receives it; null for an endpoint of the company. */
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    endpoint: () => p.manyToOne(WebhookEndpoint).mapToPk().deleteRule('cascade'),
    // Not filtered by owner: the filter of events would hide the event from an office.
    event: () => p.manyToOne(Event).mapToPk().filters({ owner: false }),
    status: p.enum(deliveryStatuses).default('PENDING'),
    /** Attempts in all rounds. */
    attempts: p.integer().default(0),
    /** Attempts since the status last became PENDING; a redelivery begins again at 0. */
    roundAttempts: p.integer().default(0),
    /** When the next automatic attempt is due; null when none is left. */
    nextAttemptAt: p.datetime().nullable(),
    responseStatus: p.integer().nullable(),
    responseBody: p.text().nullable(),
    errorMessage: p.text().nullable(),
    deliveredAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  uniques: [{ properties: ['event', 'endpoint'] }],
  indexes: [
    {
      name: 'webhook_delivery_latest',
      expression: `create index "webhook_delivery_latest" on "webhook_delivery" ("endpoint_id", "created_at" desc, "id" desc)`,
    },
    {
      name: 'webhook_delivery_missing',
      expression: `create index "webhook_delivery_missing" on "webhook_delivery" ("endpoint_id", "status", "created_at" desc, "id" desc) where "status" <> 'SUCCEEDED'`,
    },
    {
      name: 'webhook_delivery_of_company',
      expression: `create index "webhook_delivery_of_company" on "webhook_delivery" ("company_id", "created_at" desc, "id" desc) where "office_id" is null`,
    },
    {
      name: 'webhook_delivery_missing_of_company',
      expression: `create index "webhook_delivery_missing_of_company" on "webhook_delivery" ("company_id", "status", "created_at" desc, "id" desc) where "office_id" is null and "status" <> 'SUCCEEDED'`,
    },
    {
      name: 'webhook_delivery_of_office',
      expression: `create index "webhook_delivery_of_office" on "webhook_delivery" ("office_id", "created_at" desc, "id" desc) where "office_id" is not null`,
    },
    {
      name: 'webhook_delivery_of_all',
      expression: `create index "webhook_delivery_of_all" on "webhook_delivery" ("created_at" desc, "id" desc)`,
    },
    {
      name: 'webhook_delivery_missing_of_all',
      expression: `create index "webhook_delivery_missing_of_all" on "webhook_delivery" ("status", "created_at" desc, "id" desc) where "status" <> 'SUCCEEDED'`,
    },
    {
      name: 'webhook_delivery_due',
      expression: `create index "webhook_delivery_due" on "webhook_delivery" ("endpoint_id", "next_attempt_at") where "next_attempt_at" is not null`,
    },
  ],
});

/** An event on its way to one endpoint. The row decides what happens; the actor only reads it. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  ...ownedByReceiver,
  properties: {
    delivery: () => p.manyToOne(WebhookDelivery).mapToPk().primary().deleteRule('cascade'),
    /** Counts from 1, and on through all rounds. */
    number: p.integer().primary(),
    /** The company of the event. */
    company: () => p.manyToOne(Company).mapToPk(),
    /** The office whose endpoint receives it; null for an endpoint of the company. */
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    startedAt: p.datetime(),
    durationMs: p.integer(),
    responseStatus: p.integer().nullable(),
    /** The beginning of the receiver's answer as text, 16 KiB at most. */
    responseBody: p.text().nullable(),
    /** Why it failed, in Portuguese; null where it succeeded. */
    errorMessage: p.text().nullable(),
  },
  indexes: [{ properties: ['company'] }],
});

/** One POST of a delivery and its result. */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
