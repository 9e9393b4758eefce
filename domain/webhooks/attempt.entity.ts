import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByReceiver } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';
import { WebhookDelivery } from './delivery.entity.ts';

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  ...ownedByReceiver,
  properties: {
    delivery: () => p.manyToOne(WebhookDelivery).mapToPk().primary().deleteRule('cascade'),
    /** 1 is the first; the count continues from round to round. */
    number: p.integer().primary(),
    /** The company of the event. */
    company: () => p.manyToOne(Company).mapToPk(),
    /** The office that receives it; null where the company itself does. */
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    startedAt: p.datetime(),
    durationMs: p.integer(),
    responseStatus: p.integer().nullable(),
    /** The beginning of the answer as text, 16 KiB at most. */
    responseBody: p.text().nullable(),
    /** Why it failed, in Portuguese; null for a success. */
    errorMessage: p.text().nullable(),
  },
  indexes: [{ properties: ['company'] }],
});

/** One POST of a delivery and what came of it. */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
