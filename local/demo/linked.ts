import { z } from 'zod';
import { acceptInvitation, linkIn, openInvitation } from './administrator.ts';
import type { Mailbox } from './mailbox.ts';
import type { officeErp } from './office-erp.ts';
import { type bakery, demoOffice, type workshop } from './portfolio.ts';
import type { Stage } from './stage.ts';
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

/** An office as it was made for a scene: with its key in `client`, and the secret of its endpoint. */
export type Office = { id: string; secret: string; client: ReturnType<typeof officeErp> };

/** A company that is asked, and whether it will let the office issue. */
export type Invited = { form: typeof bakery | typeof workshop; issuingAllowed: boolean };

/** An office asks a company, by mail, and is accepted: from the request to the answer of the company's administrator. */
export async function linked(
  { receiver, step, keep }: Stage,
  { office, mailbox }: { office: Office; mailbox: Mailbox },
  { form, issuingAllowed }: Invited,
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

/** @throws Error where a delivery is not signed with the office's secret, or its envelope names another office or company */
export function checkDelivery(webhook: ReceivedWebhook, { id, secret }: Office, companyId: string): void {
  if (!isSigned(webhook, secret)) throw new Error('a assinatura do webhook não confere');
  const sent = envelope.parse(JSON.parse(webhook.rawBody));
  if (sent.officeId !== id || sent.companyId !== companyId) throw new Error('o envelope do webhook não confere');
}
