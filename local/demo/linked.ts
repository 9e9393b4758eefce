import { request } from 'undici';
import { z } from 'zod';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { answers, fields, issuingOn } from '../../domain/pages/invitation/invitation.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { acceptLink, allowIssuing } from '../../operations/offices/change-link.ts';
import { type bakery, demoOffice, type workshop } from './companies.ts';
import type { DemoMail, Mailbox } from './mailbox.ts';
import type { officeErp } from './office-erp.ts';
import { endLinks, type Stage } from './stage.ts';
import { isSigned, type ReceivedWebhook } from './webhook-receiver.ts';

const mailWithinMs = 30_000;
const webhookWithinMs = 20_000;
const envelope = z.object({
  id: z.string().startsWith('evt_'),
  type: z.string(),
  createdAt: z.iso.datetime(),
  officeId: z.string(),
  companyId: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** An office that was created for a scene: `client` calls the API with its key, and `secret` belongs to its webhook endpoint. */
export type LinkedOffice = { id: string; secret: string; client: ReturnType<typeof officeErp> };

/** A company to be invited, and whether it will let the office issue. */
export type InvitedCompany = { form: typeof bakery | typeof workshop; issuingAllowed: boolean };

/** Links an office to a company: from the request and the invitation by mail to the acceptance by the company's administrator. */
export async function linkOffice(
  { receiver, step, keep }: Stage,
  { office, mailbox }: { office: LinkedOffice; mailbox: Mailbox },
  { form, issuingAllowed }: InvitedCompany,
): Promise<void> {
  const { taxId, name, email } = form;
  const { status, companyId } = await office.client.requestLink(taxId);
  step(`vínculo pedido à empresa ${name}: ${status} (POST /v1/accounting/links)`);
  const invitation = await mailbox.mailTo(email, mailWithinMs);
  const link = linkIn(invitation);
  const page = await openInvitation(link);
  if (!page.includes(demoOffice.name) || !page.includes(name)) throw new Error('a página do convite não diz quem pede');
  await keep(`convite-${taxId}.eml`, invitation.raw);
  step(`o e-mail chegou a ${email}, e sua página diz quem pede e o quê: abrir não responde nada`);
  await acceptInvitation(link, { issuingAllowed });
  const accepted = await receiver.arrived('link.updated', [companyId, '"status":"ACTIVE"'], webhookWithinMs);
  checkDelivery(accepted, office, companyId);
  step(
    `quem administra a empresa aceitou ${issuingAllowed ? 'e deixou o escritório emitir' : 'sem deixar o escritório emitir'}, ` +
      'e o escritório soube por link.updated',
  );
}

/**
 * Links a company to the office without asking anybody, also where the link exists and has ended. Another office's link is ended: a scene that was
 * interrupted left it.
 */
export async function takeOver(orm: Orm, office: Office, company: Company, issuingAllowed: boolean): Promise<void> {
  const em = acrossCompanies(orm);
  const sides = { companyId: company.id, officeId: office.id };
  const pair = { company: company.id, office: office.id };
  const isLinked = (await em.count(OfficeLink, { ...pair, status: 'ACTIVE' })) > 0;
  if (isLinked) return void (await allowIssuing(orm, sides, issuingAllowed));
  await endLinks(orm, company.taxId);
  // Read after that: a link that was asked for and not answered has ended, too.
  const known = await em.findOne(OfficeLink, pair);
  if (known) known.ask('OPERATOR', new Date());
  else em.create(OfficeLink, { ...pair, status: 'PENDING', requestedBy: 'OPERATOR', requestedAt: new Date() });
  await em.flush();
  await acceptLink(orm, sides, { issuingAllowed });
}

/** @throws Error where a delivery is not signed with the office's secret, or its envelope names another office or company */
export function checkDelivery(webhook: ReceivedWebhook, { id, secret }: LinkedOffice, companyId: string): void {
  if (!isSigned(webhook, secret)) throw new Error('a assinatura do webhook não confere');
  const sent = envelope.parse(JSON.parse(webhook.rawBody));
  if (sent.officeId !== id || sent.companyId !== companyId) throw new Error('o envelope do webhook não confere');
}

const answerWithinMs = 30_000;

/** The address in the mail of an invitation at which its page opens. */
export function linkIn({ text }: DemoMail): string {
  const [link] = /https?:\/\/\S+\/convites\/[\w-]{43}/.exec(text) ?? [];
  if (link === undefined) throw new Error('o e-mail não traz o endereço do convite');
  return link;
}

/** Opens the page of an invitation as a company's administrator does. @returns the text of the page */
async function openInvitation(link: string): Promise<string> {
  const { statusCode, body } = await request(link, { signal: AbortSignal.timeout(answerWithinMs) });
  const page = await body.text();
  if (statusCode !== 200) throw new Error(`a página do convite respondeu ${statusCode}`);
  return page;
}

/** Presses "Aceitar" on the page of an invitation, with or without the box ticked that lets the office issue. @returns the text of the next page */
async function acceptInvitation(link: string, { issuingAllowed }: { issuingAllowed: boolean }): Promise<string> {
  const form = new URLSearchParams({
    [fields.answer]: answers.accept,
    ...(issuingAllowed ? { [fields.issuing]: issuingOn } : {}),
  });
  const { statusCode, headers, body } = await request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  await body.dump();
  const { location } = headers;
  if (statusCode !== 303 || typeof location !== 'string') throw new Error(`a resposta ao convite foi ${statusCode}`);
  return openInvitation(new URL(location, link).href);
}
