import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import type { SealedBox } from '../seal.ts';

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    company: () => p.manyToOne(Company).mapToPk(),
    url: p.text(),
    description: p.string().length(255).nullable(),
    /** Subscribed event names; empty means all. */
    events: p.array(),
    isActive: p.boolean().default(true),
    /** The `whsec_` secret, sealed. */
    sealedSecret: p.json<SealedBox>().lazy(),
    disabledReason: p.text().nullable(),
    disabledAt: p.datetime().nullable(),
    consecutiveFailures: p.integer().default(0),
    /** Set when the actor is signalled, cleared by the actor when it looks for work: one signal serves many events. */
    wokenAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
  indexes: [{ properties: ['company'] }],
});

/** A company's receiver of events. */
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
