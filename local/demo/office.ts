import { randomUUID } from 'node:crypto';
import { bakery, demoOffice, workshop } from './companies.ts';
import { checkDelivery, linkOffice, type LinkedOffice } from './linked.ts';
import { openMailbox } from './mailbox.ts';
import { officeErp, type CompanyInPortfolio } from './office-erp.ts';
import { demoSale } from './sales.ts';
import { type DemoOperator, type Stage, withOperator } from './stage.ts';

const webhookWithinMs = 20_000;
const invited = [
  { form: bakery, issuingAllowed: true },
  { form: workshop, issuingAllowed: false },
];
/**
 * Scene of an accountant's office: it asks two companies, is accepted by both, issues for one, is told of the note by webhook, and synchronizes.
 */
export async function office(stage: Stage): Promise<void> {
  await withOperator(stage.database, (operator) => play(stage, operator));
}

async function play(stage: Stage, operator: DemoOperator): Promise<void> {
  const { api, receiver, step } = stage;
  // A company has at most one office, and these two have one if the scene was played before.
  for (const { form } of invited) await operator.endLinks(form.taxId);
  const { id, key } = await operator.openOffice(demoOffice.name, demoOffice.email);
  step(`o operador criou o escritório ${demoOffice.name} e sua chave: lavra office create, lavra key create --office`);
  const client = officeErp(api, key);
  const endpoint = await client.registerWebhook(receiver.url);
  step('webhook do escritório registrado, para todos os eventos: POST /v1/accounting/webhooks');
  const asking: LinkedOffice = { id, secret: endpoint.secret, client };

  const mailbox = await openMailbox(stage.mail);
  for (const one of invited) await linkOffice(stage, { office: asking, mailbox }, one);
  const [issuing, reading] = await shownPortfolio(stage, client);
  await issue(stage, asking, { issuing, reading });

  for (const { form } of invited) await operator.endLinks(form.taxId);
  const { status, code } = await client.refusedCreate(issuing.id, demoSale(`demo-${randomUUID()}`));
  step(`os vínculos foram encerrados (lavra link end), e na mesma hora a chave não vale para eles: ${status} ${code}`);
  await client.removeWebhook(endpoint.id);
}

async function shownPortfolio(
  { step }: Stage,
  client: LinkedOffice['client'],
): Promise<[issuing: CompanyInPortfolio, reading: CompanyInPortfolio]> {
  const companies = await client.portfolio();
  const one = (isAllowed: boolean): CompanyInPortfolio => {
    const found = companies.find(({ officeIssuingAllowed }) => officeIssuingAllowed === isAllowed);
    if (!found) throw new Error('a carteira não tem as duas empresas');
    return found;
  };
  const words = companies.map((company) => `${company.name} (${company.officeIssuingAllowed ? 'emite' : 'só lê'})`);
  step(`a carteira do escritório: ${words.join(', ')} (GET /v1/accounting/companies)`);
  for (const { id, name } of companies) {
    const { ready, issues } = await client.readiness(id);
    step(`prontidão de ${name} para NFS-e: ${ready ? 'pronta' : issues.map(({ code }) => code).join(', ')}`);
  }
  return [one(true), one(false)];
}

/** Shows that the office may not issue for one company and issues for the other; the note comes by webhook, and once by the synchronization. */
async function issue(
  { receiver, step, keep }: Stage,
  office: LinkedOffice,
  { issuing, reading }: { issuing: CompanyInPortfolio; reading: CompanyInPortfolio },
): Promise<void> {
  const { client, secret } = office;
  const first = await client.changes(issuing.id, { changedSince: new Date().toISOString() });
  step(`sincronização começada por changedSince: ${first.data.length} documentos, e um cursor para continuar`);

  const refused = await client.refusedCreate(reading.id, demoSale(`demo-${randomUUID()}`));
  step(`emitir por ${reading.name} é recusado: ${refused.status} ${refused.code}. ${refused.message}`);
  const { id } = await client.create(issuing.id, demoSale(`demo-${randomUUID()}`));
  const note = await client.authorized(issuing.id, id);
  step(`NF-e ${note.number} de ${issuing.name} autorizada, emitida por ${note.issuedBy.name}: chave ${note.accessKey}`);

  const webhook = await receiver.arrived('document.authorized', id, webhookWithinMs);
  checkDelivery(webhook, office, issuing.id);
  step(`webhook do escritório recebido, assinatura e envelope conferidos: ${webhook.rawBody}`);
  await keep('webhook.json', `${JSON.stringify({ secret, ...webhook }, null, 2)}\n`);

  const second = await client.changes(issuing.id, { cursor: first.meta.nextCursor });
  if (second.data.length !== 1 || second.data[0]?.id !== id) throw new Error('a sincronização não trouxe só a nota');
  const third = await client.changes(issuing.id, { cursor: second.meta.nextCursor });
  if (third.data.length > 0) throw new Error('a sincronização trouxe a nota de novo');
  step(`o cursor trouxe a nota uma vez, já ${second.data[0].status}, e depois nada`);

  const { accessKey } = note;
  await keep(`${accessKey}-procNFe.xml`, await client.xml(issuing.id, id));
  await keep(`${accessKey}.pdf`, await client.danfe(issuing.id, id));
  step('XML e DANFE baixados pela chave do escritório');
}
