import { randomUUID } from 'node:crypto';
import { closingScene } from './closing.ts';
import { contingencyScene } from './contingency.ts';
import { office } from './office.ts';
import { panelStory } from './panel.ts';
import { demoSale, demoService } from './sales.ts';
import { withWebhook, type Stage } from './stage.ts';
import { trade } from './trade.ts';
import { isSigned } from './webhook-receiver.ts';

const webhookWithinMs = 20_000;

/** The scenes of `npm run demo`, by the name that selects them. */
export const scenes = {
  sale: withWebhook(sellGoods),
  service: withWebhook(sellService),
  trade,
  office,
  closing: closingScene,
  contingency: withWebhook(contingencyScene),
  panel: panelStory,
};

/** Scene of a sale of goods: an NF-e, its webhook, its XML and its DANFE. */
async function sellGoods({ client, receiver, step, keep }: Stage, secret: string): Promise<void> {
  const { id } = await client.create(demoSale(`demo-${randomUUID()}`));
  step('venda enviada: POST /v1/fiscal-documents');
  const { accessKey, number, protocolNumber } = await client.authorized(id);
  step(`NF-e ${number} autorizada: chave ${accessKey}, protocolo ${protocolNumber}`);
  const webhook = await receiver.arrived('document.authorized', id, webhookWithinMs);
  if (!isSigned(webhook, secret)) throw new Error('a assinatura do webhook não confere');
  step(`webhook recebido e assinatura conferida: ${webhook.rawBody}`);
  const xml = await client.xml(id);
  step(`XML autorizado baixado: ${xml.length} bytes`);
  const danfe = await client.danfe(id);
  step(`DANFE baixado: ${danfe.length} bytes`);
  await keep(`${accessKey}-procNFe.xml`, xml);
  await keep(`${accessKey}.pdf`, danfe);
  await keep('webhook.json', `${JSON.stringify({ secret, ...webhook }, null, 2)}\n`);
}

/** Scene of services: an NFS-e that is cancelled, and one that another replaces. */
async function sellService({ client, receiver, step, keep }: Stage): Promise<void> {
  const issued = async (what: string, sale: object): Promise<string> => {
    const { id } = await client.create(sale);
    const { accessKey, nfseNumber, verificationCode, taxTotals } = await client.authorized(id);
    step(
      `${what}: NFS-e ${nfseNumber} autorizada, chave ${accessKey}, código de verificação ${verificationCode}, ` +
        `ISSQN ${taxTotals.iss}, líquido ${taxTotals.netValue}`,
    );
    return id;
  };
  const files = async (id: string): Promise<void> => {
    const { accessKey } = await client.found(id);
    await keep(`${accessKey}-nfse.xml`, await client.xml(id));
    await keep(`${accessKey}.pdf`, await client.danfe(id));
  };

  const cancelled = await issued('serviço enviado', demoService(`demo-${randomUUID()}`));
  await client.cancel(cancelled, 'Serviço não prestado, a pedido do tomador', '2');
  await receiver.arrived('document.cancelled', cancelled, webhookWithinMs);
  step('NFS-e cancelada (evento 101101), e o webhook document.cancelled chegou');

  const wrong = await issued('outro serviço, com as horas erradas', demoService(`demo-${randomUUID()}`));
  const right = await issued(
    'a correção, que substitui a anterior',
    demoService(`demo-${randomUUID()}`, { hours: '6', replaces: wrong }),
  );
  await receiver.arrived('document.cancelled', wrong, webhookWithinMs);
  step('a NFS-e substituída está CANCELLED (evento 105102), no mesmo instante em que a nova foi autorizada');
  for (const id of [cancelled, wrong, right]) await files(id);
  step('XML e DANFSe das três baixados');
}
