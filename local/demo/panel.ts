import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { simulatorControl } from '../../adapters/simulator-control.ts';
import type { Orm } from '../../config/orm.ts';
import { companyScopes } from '../../domain/access/scopes.ts';
import { type PersonRole, roleTitles } from '../../domain/accounts/roles.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { monthInDigits } from '../../domain/month.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { createPerson, type PersonPlace } from '../../operations/accounts/people.ts';
import { choosePassword } from '../../operations/accounts/sign-in.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey, findCompany, findOffice, numberingsOf, setCompany } from '../../operations/provisioning.ts';
import { completed, thisMonth } from './closing.ts';
import { bakery, bazaar, demoCompany, demoOffice, florist, workshop } from './companies.ts';
import { authorityControl } from './contingency.ts';
import { erp } from './erp.ts';
import { takeOver } from './linked.ts';
import { officeErp } from './office-erp.ts';
import { demoConsumerSale, demoSale, demoSaleOnTerms, demoService } from './sales.ts';
import { type PanelStage, type Stage, withDatabase } from './stage.ts';
import { arrived } from './trade.ts';

type Erp = ReturnType<typeof erp>;

const pollMs = 200;
const rejectedWithinMs = 60_000;

/** The password of everybody in this scene: it opens a demo on this machine, and nothing else. */
const demoPassword = 'girassol martelo nuvem';

/**
 * Scene that fills the panel with a month: what a company sold and what came of it, and what an office has still to do before it closes the month.
 */
export async function panelStory(stage: PanelStage): Promise<void> {
  await withDatabase(stage.database, async (orm) => {
    const onTerms = await sellAsDemo(stage, orm);
    const office = await findOffice(orm, demoOffice.taxId);
    await monthOfOffice(stage, orm, office);
    await receive(stage, onTerms);
    await people(stage, orm, office);
  });
}

const sale = () => demoSale(`demo-${randomUUID()}`);

async function sold(client: Erp, what: object = sale()): Promise<{ id: string; accessKey: string }> {
  const { id } = await client.create(what);
  const { accessKey } = await client.authorized(id);
  return { id, accessKey };
}

/** Sells a note that the simulated authority is told to reject, as it does with an NCM that has ended (778). */
async function soldAndRejected({ control }: Stage, client: Erp, cnpj: string): Promise<void> {
  await simulatorControl(control).add({ cnpj, service: 'NfeAutorizacao', times: 1, answer: { cStat: 778 } });
  const { id } = await client.create(sale());
  const deadline = Date.now() + rejectedWithinMs;
  while ((await client.found(id)).status !== 'REJECTED') {
    if (Date.now() > deadline) throw new Error('a nota não foi rejeitada em 60 s');
    await setTimeout(pollMs);
  }
}

/** Sells as the demo company. @returns the access key of the note that its buyer pays in installments */
async function sellAsDemo(stage: Stage, orm: Orm): Promise<string> {
  const { client, buyer, receiver, step } = stage;
  await client.registerWebhook(receiver.url);
  const { accessKey } = await sold(client, demoSaleOnTerms(`demo-${randomUUID()}`, new Date()));
  await buyer.sync();
  await sold(client);
  const cancelled = await sold(client);
  await client.cancel(cancelled.id, 'Venda desfeita a pedido do cliente');
  await sold(client, demoService(`demo-${randomUUID()}`));
  await client.create({ ...sale(), emit: false });
  step('a Lavra Demo vendeu: NF-e a prazo, uma cancelada, uma NFS-e e um rascunho; o webhook ouviu cada uma');
  await soldAndRejected(stage, client, demoCompany.taxId);
  step('uma NF-e foi recusada pela SEFAZ (778): o NCM não existe');

  await setCompany(acrossCompanies(orm), demoCompany.taxId, { contingency: { nfce: 'AUTOMATIC' } });
  const sefaz = authorityControl(stage.control);
  await sefaz.cut();
  const coupon = await client.sell(demoConsumerSale(`demo-${randomUUID()}`));
  await sefaz.mend();
  await client.authorized(coupon.id);
  step(`a linha com a SEFAZ caiu: a NFC-e ${coupon.number} saiu em contingência, e foi transmitida quando voltou`);
  return accessKey;
}

/** Fills the month of four companies of the office, so that each stands in another column of the board. */
async function monthOfOffice(stage: PanelStage, orm: Orm, office: Office): Promise<void> {
  const { api, officeKey, openCompany, step } = stage;
  const members = { bakery, workshop, bazaar, florist };
  const companies: Company[] = [];
  for (const form of Object.values(members)) companies.push(await openCompany(form));
  for (const company of companies) await takeOver(orm, office, company, company.taxId === bakery.taxId);
  const erpOf = async (taxId: string): Promise<Erp> => {
    const company = await findCompany(acrossCompanies(orm), taxId);
    const { secret } = await createKey(acrossCompanies(orm), { company, name: 'Loja', scopes: companyScopes });
    return erp(api, secret);
  };

  const shop = await erpOf(bakery.taxId);
  await sold(shop);
  await skipNumbers(orm, bakery.taxId);
  await sold(shop);
  await soldAndRejected(stage, shop, bakery.taxId);
  const garage = await erpOf(workshop.taxId);
  await sold(garage);
  await garage.cancel((await sold(garage)).id, 'Venda desfeita a pedido do cliente');
  await sold(await erpOf(bazaar.taxId));
  step(`${bakery.tradeName} tem números que ninguém usou e uma nota recusada; ${workshop.tradeName} espera fechar`);

  const client = officeErp(api, officeKey);
  const { id } = await findCompany(acrossCompanies(orm), bazaar.taxId);
  const { created } = await client.close(thisMonth(), [id]);
  for (const { closingId } of created) await completed({ client }, closingId);
  step(`o mês de ${bazaar.tradeName} está fechado; ${florist.tradeName} não vendeu nada`);
}

/** Moves a company's next number ahead, as where another system has issued meanwhile. */
async function skipNumbers(orm: Orm, taxId: string): Promise<void> {
  const em = acrossCompanies(orm);
  const numberings = await numberingsOf(em, await findCompany(em, taxId));
  const next = numberings.find(({ model }) => model === '55')?.nextNumber ?? 1;
  await setCompany(em, taxId, { series: { '55': { series: 1, nextNumber: next + 7 } } });
}

/** Receives a note on the buyer's side, with a question or two to the authority: the summary, and its payables once the whole note is there. */
async function receive(stage: Stage, accessKey: string): Promise<void> {
  const { buyer, step } = stage;
  const { id, hasFullXml } = await arrived(stage, accessKey, 'a nota na compradora', () => true);
  if (!hasFullXml) await buyer.manifest(id, 'CIENCIA');
  step('a compradora recebeu a NF-e a prazo, e deu ciência: contas a pagar aparecem quando o XML chega');
}

/** Creates a person of each role, all with the same password, and prints at which page each begins. */
async function people({ panel, step }: PanelStage, orm: Orm, office: Office): Promise<void> {
  const company = await findCompany(acrossCompanies(orm), demoCompany.taxId);
  const board = `/c/${office.taxId}/fechamento/${monthInDigits(thisMonth())}`;
  const notes = `/e/${company.taxId}/notas`;
  const roles: [address: string, place: PersonPlace, at: string][] = [
    ['dona', { companyId: company.id, role: 'COMPANY_ADMIN' }, notes],
    ['emissora', { companyId: company.id, role: 'COMPANY_ISSUER' }, notes],
    ['leitora', { companyId: company.id, role: 'COMPANY_READER' }, notes],
    ['contadora', { officeId: office.id, role: 'OFFICE_ADMIN' }, board],
    ['analista', { officeId: office.id, role: 'OFFICE_CLERK' }, board],
    ['estagiaria', { officeId: office.id, role: 'OFFICE_READER' }, board],
    ['operadora', { role: 'OPERATOR' }, '/o/atencao'],
    ['suporte', { role: 'OPERATOR_READER' }, '/o/atencao'],
  ];
  const lines: string[] = [];
  for (const [address, place, at] of roles) {
    const email = `${address}@demo.lavra.example`;
    const { token } = await createPerson(orm, { email, name: nameOf(place.role), ...place }, lavraItself);
    if (token !== null) await choosePassword(orm, token, demoPassword, { network: '127.0.0.0/24', agent: 'demo' });
    lines.push(`  ${email.padEnd(32)} ${roleTitles[place.role].padEnd(28)} ${panel}${at}`);
  }
  step(`entre em ${panel} como quem quiser; a senha de todas é "${demoPassword}":\n${lines.join('\n')}`);
}

const nameOf = (role: PersonRole): string => `${roleTitles[role]} da demo`;
