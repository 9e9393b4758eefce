import { defineEntity, p } from '@mikro-orm/core';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { WebhookDelivery } from './delivery.entity.ts';

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  ...ownedByCompany,
  properties: {
    delivery: () => p.manyToOne(WebhookDelivery).mapToPk().primary().deleteRule('cascade'),
    /** 1 is the first; the count continues from round to round. */
    number: p.integer().primary(),
    company: () => p.manyToOne(Company).mapToPk(),
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
