import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { brasiliaMonth } from '../../domain/fiscal-time.ts';
import type { Month } from '../../domain/month.ts';
import { bakery, demoOffice, workshop } from './companies.ts';
import { checkDelivery, linkOffice, type LinkedOffice } from './linked.ts';
import { openMailbox } from './mailbox.ts';
import { officeErp, type CompanyInPortfolio } from './office-erp.ts';
import { demoSale, demoService } from './sales.ts';
import { type DemoOperator, type Stage, withOperator } from './stage.ts';

const pollMs = 200;
const closedWithinMs = 90_000;
const webhookWithinMs = 20_000;

/** Scene of the first days of a month: an office closes it for its two companies, and gets a ZIP for each. */
export async function closingScene(stage: Stage): Promise<void> {
  await withOperator(stage.database, (operator) => play(stage, operator));
}

async function play(stage: Stage, operator: DemoOperator): Promise<void> {
  const { api, mail, receiver } = stage;
  // A company has at most one office, and these two have one if the scene was played before.
  for (const { taxId } of [bakery, workshop]) await operator.endLinks(taxId);
  const { id, key } = await operator.openOffice(demoOffice.name, demoOffice.email);
  const client = officeErp(api, key);
  const events = ['LINK_UPDATED', 'CLOSING_COMPLETED', 'CLOSING_FAILED'];
  const endpoint = await client.registerWebhook(receiver.url, events);
  const office: LinkedOffice = { id, secret: endpoint.secret, client };
  const mailbox = await openMailbox(mail);
  for (const form of [bakery, workshop]) await linkOffice(stage, { office, mailbox }, { form, issuingAllowed: true });

  await sellForAMonth(stage, office);
  await closeMonth(stage, office);

  for (const { taxId } of [bakery, workshop]) await operator.endLinks(taxId);
  await client.removeWebhook(endpoint.id);
}

/** What the two companies sell: notes of goods, of which one is cancelled and one corrected, and a service. */
async function sellForAMonth({ step }: Stage, { client }: LinkedOffice): Promise<void> {
  const companies = await client.portfolio();
  const sold = async ({ id }: CompanyInPortfolio, sale: object): Promise<string> => {
    const { id: documentId } = await client.create(id, sale);
    await client.authorized(id, documentId);
    return documentId;
  };
  for (const company of companies) {
    const [first = '', second = ''] = [
      await sold(company, demoSale(`demo-${randomUUID()}`)),
      await sold(company, demoSale(`demo-${randomUUID()}`)),
      await sold(company, demoSale(`demo-${randomUUID()}`)),
    ];
    await client.cancel(company.id, first, 'Venda desfeita a pedido do cliente');
    await client.correct(company.id, second, 'Onde se lê pacote de 500 g, leia-se pacote de 1 kg');
    if (company.taxId === workshop.taxId) await sold(company, demoService(`demo-${randomUUID()}`));
  }
  const names = companies.map(({ name }) => name).join(' e ');
  step(`${names} venderam: notas autorizadas, uma cancelada e uma corrigida de cada, e um serviço`);
}

async function closeMonth(stage: Stage, office: LinkedOffice): Promise<void> {
  const { receiver, step, keep } = stage;
  const month = thisMonth();
  const eligible = await office.client.eligible(month);
  const documents = eligible.reduce((sum, { documentCount }) => sum + documentCount, 0);
  step(
    `${eligible.length} empresas com movimento no mês, ${documents} documentos: GET /v1/accounting/closings/eligible`,
  );
  const { created } = await office.client.close(month);
  if (created.length !== eligible.length) throw new Error('o fechamento não começou para todas as empresas');
  step(`fechamento pedido para a carteira inteira: POST /v1/accounting/closings, ${created.length} começados`);
  for (const { companyId, closingId } of created) {
    const { companyName, documentCount } = await completed(office, closingId);
    const webhook = await receiver.arrived('closing.completed', closingId, webhookWithinMs);
    checkDelivery(webhook, office, companyId);
    const { fileName, sha256, content } = await office.client.closedMonth(closingId);
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error('o ZIP chegou diferente');
    await keep(fileName, content);
    const base = fileName.replace(/\.zip$/, '');
    for (const file of ['manifesto.json', 'fechamento.pdf']) await keep(`${base}-${file}`, await member(content, file));
    step(
      `${companyName}: ${documentCount} documentos em ${fileName}, ${content.length} bytes, e closing.completed chegou`,
    );
  }
  step('confira um ZIP sem rede: npx lavra closings verify lavra-demo/closing/<arquivo>.zip');
}

/** Polls until a closing is COMPLETED. */
export async function completed({ client }: Pick<LinkedOffice, 'client'>, closingId: string) {
  const deadline = Date.now() + closedWithinMs;
  for (;;) {
    const found = await client.closing(closingId);
    if (found.status === 'COMPLETED') return found;
    if (found.status === 'FAILED') throw new Error(`o fechamento falhou: ${found.failureReason}`);
    if (Date.now() > deadline) throw new Error(`o fechamento continua ${found.status} depois de 90 s`);
    await setTimeout(pollMs);
  }
}

async function member(zip: Buffer, name: string): Promise<Buffer> {
  const file = await fromBufferPromise(zip);
  for await (const entry of file.eachEntry()) {
    if (entry.fileName !== name) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk as Uint8Array));
    return Buffer.concat(chunks);
  }
  throw new Error(`o ZIP não tem ${name}`);
}

/** The present month in Brasília. */
export function thisMonth(): Month {
  const [year = 0, month = 0] = brasiliaMonth(new Date()).split('-').map(Number);
  return { year, month };
}
