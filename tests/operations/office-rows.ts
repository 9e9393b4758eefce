import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import type { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany, createKey } from '../../operations/provisioning.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';

/** A company and the office that works for it, each with one row in every table that has rows of either. */
export type Pair = { company: Company; office: Office; link: OfficeLink; delivery: string };

/** @param taxId of the company; the office's is invented */
export async function newPair(orm: Orm, taxId: string): Promise<Pair> {
  const company = await createCompany(acrossCompanies(orm), { ...demoCompany, taxId });
  const { office } = await newOffice(orm);
  const link = await linkOf(orm, office, company);
  await createKey(acrossCompanies(orm), { company, name: 'ERP', scopes: [] });
  await processingDocument(orm, company);
  const em = acrossCompanies(orm);
  em.create(LinkInvitation, {
    ...{ link: link.id, office: office.id, company: company.id, recipients: [], mailStatus: 'NOBODY' },
    tokenHash: taxId.padStart(64, '0'),
    expiresAt: new Date(),
  });
  const event = em.create(Event, { id: `evt_${taxId}`, company: company.id, type: 'DOCUMENT_AUTHORIZED', data: {} });
  await em.flush();
  const kept = { company: company.id, event: event.id };
  await deliveryTo(orm, { company: company.id }, kept);
  return { company, office, link, delivery: await deliveryTo(orm, { office: office.id }, kept) };
}

async function deliveryTo(
  orm: Orm,
  owner: { company: string } | { office: string },
  kept: { company: string; event: string },
): Promise<string> {
  const em = acrossCompanies(orm);
  const sealedSecret = { version: 1, masterKeyId: '', wrappedKey: '', data: '' } as const;
  const endpoint = em.create(WebhookEndpoint, { ...owner, url: 'https://erp.example/', events: [], sealedSecret });
  const receiver = 'office' in owner ? owner : {};
  await em.flush();
  const delivery = em.create(WebhookDelivery, { ...kept, ...receiver, endpoint: endpoint.id });
  await em.flush();
  const once = { number: 1, startedAt: new Date(), durationMs: 1 };
  em.create(WebhookAttempt, { ...once, ...receiver, company: kept.company, delivery: delivery.id });
  await em.flush();
  return delivery.id;
}
